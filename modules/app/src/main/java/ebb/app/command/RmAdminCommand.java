package ebb.app.command;

import ebb.app.config.DataFolders;
import ebb.app.config.HadoopConfFolder;
import ebb.cli.client.CommandException;
import ebb.hadoop.config.ConfigurationException;
import ebb.hadoop.config.EbbConfiguration;
import ebb.hadoop.config.HadoopRmAdmin;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/** {@code ebb rmadmin}: Hadoop's own command, for a machine without a Hadoop installation. */
@Command(
    name = "rmadmin",
    description = {
      "Run Hadoop's own 'yarn rmadmin', with its options and exit codes.",
      "",
      "Example: ebb rmadmin -refreshNodes -g 3600 -server",
      "",
      "With Kerberos, the command uses the ticket from kinit. If no ResourceManager answers, it"
          + " says so, and gives up after 60 seconds, or after"
          + " yarn.resourcemanager.connect.max-wait.ms if yarn-site.xml or -D sets it."
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
public final class RmAdminCommand implements Callable<Integer> {
  @Option(
      names = "--conf",
      paramLabel = "DIR",
      description =
          "Folder with core-site.xml and yarn-site.xml (default: YARN_CONF_DIR, or else"
              + " HADOOP_CONF_DIR, or else conf beside the launcher).")
  private @Nullable Path conf;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Data folder of an instance on this machine, for -directlyAccessNodeLabelStore (default:"
              + " data beside the launcher).")
  private @Nullable Path data;

  @Unmatched private List<String> arguments = new ArrayList<>();

  /**
   * @throws CommandException if the configuration cannot be used
   */
  @Override
  public Integer call() throws Exception {
    EbbConfiguration configuration =
        EbbConfiguration.of(
            HadoopConfFolder.of(conf, System.getenv()), DataFolders.orBesideLauncher(data, "data"));
    try {
      return HadoopRmAdmin.run(configuration, arguments);
    } catch (ConfigurationException e) {
      throw new CommandException(String.valueOf(e.getMessage()), "fix it", e);
    }
  }
}
