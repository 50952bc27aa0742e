package ebb.app;

import ebb.cli.CommandException;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs one instance in the foreground until it is told to end. */
@Command(
    name = "start",
    description = {
      "Run the ResourceManager in the foreground, until SIGTERM or Ctrl-C ends it.",
      "",
      "Ports come from yarn-site.xml and ebb.conf. Ebb says in one line when all of them answer."
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class StartCommand implements Callable<Integer> {
  @Mixin private Folders folders = new Folders();

  /**
   * @return 0 after an orderly end; 1 if the instance ended by itself
   * @throws CommandException if it cannot start
   */
  @Override
  public Integer call() {
    ConfFolder confFolder = folders.conf();
    DataFolder dataFolder = DataFolder.at(folders.data());
    Logs.ofAnInstance(confFolder, dataFolder);
    Settings settings = Settings.read(confFolder, dataFolder);
    EbbInstance instance = EbbInstance.start(settings);
    InetSocketAddress admin = instance.awaitServing();
    System.out.println(servingLine(settings, admin, dataFolder));
    return instance.awaitEnd();
  }

  private static String servingLine(Settings settings, InetSocketAddress admin, DataFolder data) {
    return "Ebb serves as %s: admin API on http://%s:%d, YARN's ports as in yarn-site.xml; log in %s"
        .formatted(
            settings.instance(), admin.getAddress().getHostAddress(), admin.getPort(), data.logs());
  }
}
