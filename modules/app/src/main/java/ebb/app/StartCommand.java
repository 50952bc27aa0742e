package ebb.app;

import ebb.cli.CommandException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

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
  /** Set by the launcher: the folder that it is in. */
  private static final String HOME = "ebb.home";

  @Option(
      names = "--conf",
      paramLabel = "DIR",
      description =
          "Folder with yarn-site.xml, capacity-scheduler.xml, ebb.conf and logback.xml"
              + " (default: conf beside the launcher).")
  private @Nullable Path conf;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Folder for everything that is written: journal, applications, logs, temporary files"
              + " (default: data beside the launcher).")
  private @Nullable Path data;

  /**
   * @return 0 after an orderly end; 1 if the instance ended by itself
   * @throws CommandException if it cannot start
   */
  @Override
  public Integer call() {
    ConfFolder confFolder = ConfFolder.at(orBesideLauncher(conf, "conf"));
    DataFolder dataFolder = DataFolder.at(orBesideLauncher(data, "data"));
    Logs.configure(confFolder, dataFolder);
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

  private static Path orBesideLauncher(@Nullable Path given, String name) {
    return Optional.ofNullable(given)
        .orElseGet(() -> Path.of(System.getProperty(HOME, ".")).resolve(name));
  }
}
