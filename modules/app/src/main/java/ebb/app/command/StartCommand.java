package ebb.app.command;

import ebb.app.config.ConfFolder;
import ebb.app.config.DataFolder;
import ebb.app.config.InstanceFolders;
import ebb.app.config.Logs;
import ebb.app.config.Settings;
import ebb.app.instance.EbbInstance;
import ebb.cli.client.CommandException;
import ebb.cli.options.JsonOption;
import ebb.domain.text.VisibleText;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs one instance in the foreground until it ends. */
@Command(
    name = "start",
    description = {
      "Run the ResourceManager in the foreground, until SIGTERM, Ctrl-C or 'ebb leave' stops it.",
      "",
      "The ports are set in yarn-site.xml and ebb.conf. Ebb prints one line when all of them"
          + " answer."
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
public final class StartCommand implements Callable<Integer> {
  @Mixin private InstanceFolders folders = new InstanceFolders();

  @Option(
      names = "--new-journal",
      description =
          "First create an empty journal, for a new installation. Ebb then reads the lists as"
              + " YARN does when it starts. Fails if a journal already exists. Without this option,"
              + " the start fails if there is no journal.")
  private boolean newJournal;

  @Mixin private JsonOption json = new JsonOption();

  @Spec private CommandSpec spec = CommandSpec.create();

  /**
   * @return 0 if it was ordered to leave; 1 if the instance ended by itself
   * @throws CommandException if it cannot start, or has found a reason to end
   */
  @Override
  public Integer call() {
    ConfFolder confFolder = folders.conf();
    DataFolder dataFolder = DataFolder.at(folders.data());
    Logs.ofAnInstance(confFolder, dataFolder);
    dataFolder.closeToOthers();
    ClassPath.problems().forEach(LoggerFactory.getLogger(StartCommand.class)::warn);
    Settings settings = Settings.read(confFolder, dataFolder);
    say("opening the journal; the log is in " + dataFolder.logs());
    EbbInstance instance = EbbInstance.start(settings, newJournal);
    Optional<InetSocketAddress> admin = instance.awaitServing(what -> say("waiting for " + what));
    if (admin.isPresent()) {
      StartupBanner serving = StartupBanner.of(settings, admin.get(), dataFolder);
      json.say(serving.line(), serving.fields());
    }
    return instance.awaitEnd();
  }

  /** For people who wait; programs wait for the line on standard output. */
  private void say(String line) {
    spec.commandLine().getErr().println("ebb start: " + VisibleText.of(line));
    spec.commandLine().getErr().flush();
  }
}
