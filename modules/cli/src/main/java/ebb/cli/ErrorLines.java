package ebb.cli;

import ebb.cli.client.CommandException;
import ebb.cli.options.NotConfirmed;
import ebb.cli.terminal.Colors;
import ebb.cli.terminal.EbbCommand;
import ebb.cli.terminal.Ellipsis;
import ebb.cli.terminal.ExitCode;
import ebb.domain.text.VisibleText;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Every error is one line that says what to do next; a stack trace comes on demand. */
final class ErrorLines implements IParameterExceptionHandler, IExecutionExceptionHandler {
  private static final String JSON = "--json";

  private final EbbCommand root;

  ErrorLines(EbbCommand root) {
    this.root = root;
  }

  /** The command line is wrong. */
  @Override
  public int handleParseException(ParameterException failure, String[] args) {
    CommandLine command = failure.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    print(
        command,
        List.of(args).contains(JSON),
        name + ": " + wrong(failure) + suggestions(failure) + "; see '" + name + " --help'");
    return ExitCode.USAGE;
  }

  /** The command was understood, and failed. */
  @Override
  public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
    String name = command.getCommandSpec().qualifiedName();
    boolean whole = root.isVerbose() || parsed.expandedArgs().contains(JSON);
    if (failure instanceof CommandException) {
      print(command, whole, name + ": " + oneLine(failure));
    } else {
      String hint = root.isVerbose() ? "" : "; --verbose shows where";
      String kind = failure.getClass().getSimpleName();
      print(command, whole, name + ": unexpected " + kind + ": " + oneLine(failure) + hint);
    }
    if (root.isVerbose()) {
      printTrace(failure, command.getErr());
    }
    return failure instanceof NotConfirmed ? ExitCode.NOT_CONFIRMED : ExitCode.FAILURE;
  }

  private static String wrong(ParameterException failure) {
    return failure instanceof UnmatchedArgumentException unmatched
        ? unmatched.getUnmatched().stream()
            .map(word -> "'" + word + "'")
            .collect(Collectors.joining(", ", "Unexpected ", ""))
        : oneLine(failure);
  }

  private static String suggestions(ParameterException failure) {
    if (failure instanceof UnmatchedArgumentException unmatched) {
      List<String> similar = unmatched.getSuggestions();
      return similar.isEmpty() ? "" : "; did you mean '" + similar.get(0) + "'?";
    }
    return "";
  }

  private static String oneLine(Exception failure) {
    return String.valueOf(failure.getMessage()).strip().replaceAll("\\s*\\R\\s*", " ");
  }

  /** With the tabs that Java begins it with. */
  private static String frame(String line) {
    int begin = 0;
    while (begin < line.length() && line.charAt(begin) == '\t') {
      begin++;
    }
    return line.substring(0, begin) + VisibleText.of(line.substring(begin));
  }

  /** Each message stays in its line, and each frame in its own. */
  private static void printTrace(Exception failure, PrintWriter err) {
    StringWriter written = new StringWriter();
    failure.printStackTrace(new PrintWriter(written));
    String trace = written.toString();
    for (Throwable each = failure; each != null; each = each.getCause()) {
      trace = trace.replace(each.toString(), VisibleText.of(each.toString()));
    }
    trace.lines().map(ErrorLines::frame).forEach(err::println);
    err.flush();
  }

  /**
   * @param whole whether it is for a program, or for somebody who wants all of it
   */
  private void print(CommandLine command, boolean whole, String message) {
    PrintWriter err = command.getErr();
    String line =
        whole ? VisibleText.of(message) : Ellipsis.message(message, root.terminal().errWidth());
    Ansi ansi = root.terminal().errAnsi();
    // Not by picocli, which takes what looks like its markup in the text for a style.
    err.println(Colors.error(line, ansi));
    err.flush();
  }
}
