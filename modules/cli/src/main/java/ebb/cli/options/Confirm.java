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
 * Asks before what cannot be brought back, or takes much of the cluster out of service. The default
 * is no. Where nobody can be asked, and with {@code --json}, {@code --yes} is needed.
 */
public final class Confirm {
  /** The field of a request by which the ResourceManager refuses what is to be confirmed. */
  public static final String FIELD = "requireConfirmation";

  /** What is so without a confirmation, as a rule. */
  private static final String UNCHANGED = "nothing was changed";

  private static final Set<String> YES = Set.of("y", "yes");

  @Option(
      names = {"-y", "--yes"},
      description = "Do not ask for confirmation; needed without a terminal.")
  private boolean yes;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  public boolean given() {
    return yes;
  }

  /** Asks nothing any more: the user has said that it is meant, in another way. */
  public void assumeYes() {
    yes = true;
  }

  /**
   * Returns if the answer is yes.
   *
   * @param what happens otherwise, in a sentence without its end
   * @throws CommandException if not, or if there is nobody to ask; it ends with {@link
   *     ExitCode#NOT_CONFIRMED}
   */
  public void ask(String what) {
    ask(what, UNCHANGED);
  }

  /**
   * @param otherwise what is so without a confirmation
   */
  private void ask(String what, String otherwise) {
    if (yes) {
      return;
    }
    Terminal terminal = Terminal.of(spec);
    if (terminal.in().isEmpty() || !terminal.err() || isForAProgram()) {
      throw new NotConfirmed(what + "; " + otherwise, "add --yes if that is meant");
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
   * Does what the ResourceManager refuses until it is confirmed: it alone knows, when it carries it
   * out, whether it has to be.
   *
   * @param body of the request
   * @param more to be said in the question; empty, or a sentence without its end
   * @param action sends the body that it gets
   * @throws CommandException as {@link #ask}
   */
  public <T> T carryOut(ObjectNode body, String more, Function<ObjectNode, T> action) {
    return carryOut(body, more, UNCHANGED, action);
  }

  /**
   * As the other one.
   *
   * @param otherwise what is so without a confirmation
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
