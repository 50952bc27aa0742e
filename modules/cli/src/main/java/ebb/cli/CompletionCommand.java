package ebb.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ebb completion}. */
@Command(
    name = "completion",
    description = {
      "Print a script that completes commands and options in bash and zsh.",
      "",
      "For this shell: source <(ebb completion)"
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class CompletionCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    String script = AutoComplete.bash(spec.root().name(), spec.root().commandLine());
    spec.commandLine().getOut().print(script);
    spec.commandLine().getOut().flush();
  }
}
