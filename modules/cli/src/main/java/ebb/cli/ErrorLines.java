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

/** Prints each error in one line that says what to do next, and a stack trace on demand. */
final class ErrorLines implements IParameterExceptionHandler, IExecutionExceptionHandler {
  private static final String JSON = "--json";

  private final EbbCommand root;

  ErrorLines(EbbCommand root) {
    this.root = root;
  }

  /** Reports a wrong command line. */
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

  /** Reports a command that was understood, but failed. */
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

  /** A line of a stack trace, with the leading tabs that Java writes. */
  private static String frame(String line) {
    int begin = 0;
    while (begin < line.length() && line.charAt(begin) == '\t') {
      begin++;
    }
    return line.substring(0, begin) + VisibleText.of(line.substring(begin));
  }

  /** Prints each message in one line, and each frame in a line of its own. */
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
   * @param whole whether to print the whole message, for a program or with {@code --verbose}
   */
  private void print(CommandLine command, boolean whole, String message) {
    PrintWriter err = command.getErr();
    String line =
        whole ? VisibleText.of(message) : Ellipsis.message(message, root.terminal().errWidth());
    Ansi ansi = root.terminal().errAnsi();
    // Not by picocli, which would interpret text that looks like its markup as a style.
    err.println(Colors.error(line, ansi));
    err.flush();
  }
}
