package ebb.app;

import ebb.cli.CommandException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ebb config check}: what {@code ebb start} looks at before it starts anything. */
@Command(
    name = "check",
    description =
        "Say whether 'ebb start' would take the configuration, and what is wrong with it.",
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class ConfigCheckCommand implements Callable<Integer> {
  @Mixin private Folders folders = new Folders();

  @Spec private CommandSpec spec = CommandSpec.create();

  /**
   * @return 0 if it can be used
   * @throws CommandException if not; in one line that names the key
   */
  @Override
  public Integer call() {
    ConfFolder conf = folders.conf();
    Settings.read(conf, DataFolder.named(folders.data()));
    spec.commandLine().getOut().println("The configuration in " + conf.root() + " can be used.");
    return 0;
  }
}
