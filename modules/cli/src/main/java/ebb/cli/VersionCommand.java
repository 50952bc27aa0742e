package ebb.cli;

import ebb.cli.client.Json;
import ebb.cli.client.Version;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ebb version}, the same as {@code ebb --version}. */
@Command(
    name = "version",
    description = "Show the versions of Ebb and Java.",
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class VersionCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--json", description = "Print JSON, for programs.")
  private boolean json;

  @Override
  public void run() {
    if (json) {
      spec.commandLine().getOut().println(Json.pretty(Version.json()));
      return;
    }
    CommandLine root = spec.root().commandLine();
    root.printVersionHelp(spec.commandLine().getOut());
  }
}
