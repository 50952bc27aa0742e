package ebb.app;

import ebb.hadoop.EbbConfiguration;
import ebb.hadoop.HadoopRmAdmin;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Unmatched;

/** {@code ebb rmadmin}: Hadoop's own command, for a machine without a Hadoop installation. */
@Command(
    name = "rmadmin",
    description = {
      "Hadoop's own 'yarn rmadmin', with its own options and exit codes.",
      "",
      "For instance: ebb rmadmin -refreshNodes -g 3600 -server"
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class RmAdminCommand implements Callable<Integer> {
  @Mixin private Folders folders = new Folders();

  @Unmatched private List<String> arguments = new ArrayList<>();

  @Override
  public Integer call() throws Exception {
    EbbConfiguration configuration = EbbConfiguration.of(folders.conf().root(), folders.data());
    return HadoopRmAdmin.run(configuration, arguments);
  }
}
