package ebb.cli.options;

import com.fasterxml.jackson.databind.node.ObjectNode;
import ebb.cli.client.CommandException;
import ebb.cli.client.Refusal;
import ebb.cli.terminal.Ellipsis;
import ebb.cli.terminal.ExitCode;
import ebb.cli.terminal.Terminal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Asks for confirmation before actions that cannot be undone, or that take much of the cluster out
 * of service. The default is no. Without a terminal, and with {@code --json}, {@code --yes} is
 * needed.
 */
public final class Confirm {
  /** The field of a request that makes the ResourceManager refuse what needs confirmation. */
  public static final String FIELD = "requireConfirmation";

  /** What usually holds without a confirmation. */
  private static final String UNCHANGED = "nothing was changed";

  private static final Set<String> YES = Set.of("y", "yes");

  @Option(
      names = {"-y", "--yes"},
      description = "Do not ask for confirmation; required without a terminal.")
  private boolean yes;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  public boolean given() {
    return yes;
  }

  /** Turns questions off: the user has confirmed in another way. */
  public void assumeYes() {
    yes = true;
  }

  /**
   * Asks the user, and returns if the answer is yes.
   *
   * @param what what happens after a yes, a sentence without its full stop
   * @throws CommandException if the answer is no, or if there is no user to ask; the command then
   *     ends with {@link ExitCode#NOT_CONFIRMED}
   */
  public void ask(String what) {
    ask(what, UNCHANGED);
  }

  /**
   * @param otherwise what holds without a confirmation
   */
  private void ask(String what, String otherwise) {
    if (yes) {
      return;
    }
    Terminal terminal = Terminal.of(spec);
    if (terminal.in().isEmpty() || !terminal.err() || isForAProgram()) {
      throw new NotConfirmed(what + "; " + otherwise, "add --yes to proceed");
    }
    PrintWriter err = spec.commandLine().getErr();
    err.print(Ellipsis.message(what + ". Go on? [y/N]", terminal.errWidth()) + " ");
    err.flush();
    if (!YES.contains(answer(terminal.in().get()).strip().toLowerCase(Locale.ROOT))) {
      throw new NotConfirmed("not confirmed", otherwise);
    }
  }

  private boolean isForAProgram() {
    OptionSpec json = spec.commandLine().getCommandSpec().optionsMap().get("--json");
    return json != null && Boolean.TRUE.equals(json.getValue());
  }

  private static String answer(BufferedReader in) {
    try {
      String line = in.readLine();
      return line == null ? "" : line;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Carries out a request that the ResourceManager may refuse until it is confirmed. Only the
   * ResourceManager knows, when it carries the request out, whether a confirmation is needed.
   *
   * @param body the body of the request
   * @param more an addition to the question; empty, or a sentence without its full stop
   * @param action sends the given body
   * @throws CommandException as {@link #ask}
   */
  public <T> T carryOut(ObjectNode body, String more, Function<ObjectNode, T> action) {
    return carryOut(body, more, UNCHANGED, action);
  }

  /**
   * As {@link #carryOut(ObjectNode, String, Function)}, with another result without a confirmation.
   *
   * @param otherwise what holds without a confirmation
   */
  public <T> T carryOut(
      ObjectNode body, String more, String otherwise, Function<ObjectNode, T> action) {
    if (yes) {
      return action.apply(body);
    }
    try {
      return action.apply(body.deepCopy().put(FIELD, true));
    } catch (Refusal refusal) {
      if (!refusal.is(Refusal.CONFIRMATION_REQUIRED)) {
        throw refusal;
      }
      ask(more.isEmpty() ? refusal.detail() : refusal.detail() + "; " + more, otherwise);
      return action.apply(body);
    }
  }
}
