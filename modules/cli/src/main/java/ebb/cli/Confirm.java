package ebb.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine.Option;

/**
 * Asks before what ends drains now, or takes much of the cluster out of service. The default is no.
 * Where nobody can be asked, {@code --yes} is needed.
 */
final class Confirm {
  /** The field of a request by which the ResourceManager refuses what is to be confirmed. */
  static final String FIELD = "requireConfirmation";

  static final String CODE = "confirmation-required";

  /** What is so without a confirmation. */
  static final String UNCHANGED = "nothing was changed";

  private static final Set<String> YES = Set.of("y", "yes");

  @Option(
      names = {"-y", "--yes"},
      description =
          "Do not ask before drains end now, or more than 10 % of the cluster is taken out of"
              + " service; needed where there is no terminal.")
  private boolean yes;

  boolean given() {
    return yes;
  }

  /**
   * Returns if the answer is yes.
   *
   * @param what happens otherwise, in a sentence without its end
   * @throws NotConfirmed if not, or if there is nobody to ask
   */
  void ask(String what, RmOptions rm) {
    ask(what, rm, UNCHANGED);
  }

  /**
   * @param otherwise what is so if the answer is not yes
   */
  void ask(String what, RmOptions rm, String otherwise) {
    if (yes) {
      return;
    }
    Terminal terminal = rm.terminal();
    if (terminal.in().isEmpty() || !terminal.err() || rm.json()) {
      throw new NotConfirmed(what + "; " + otherwise, "add --yes if that is meant");
    }
    rm.prompt(what + ". Go on? [y/N]");
    if (!YES.contains(answer(terminal.in().get()).strip().toLowerCase(Locale.ROOT))) {
      throw new NotConfirmed("not confirmed", otherwise);
    }
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
   * Does what the ResourceManager may refuse until it is confirmed: it alone knows, when it carries
   * it out, whether it has to be.
   *
   * @param careful false if it was confirmed already
   * @param action sends {@link #FIELD} if it gets true
   * @throws NotConfirmed as {@link #ask}
   */
  <T> T carryOut(RmOptions rm, boolean careful, Function<Boolean, T> action) {
    try {
      return action.apply(careful && !yes);
    } catch (Refusal refusal) {
      if (!refusal.is(CODE)) {
        throw refusal;
      }
      ask(refusal.detail(), rm);
      return action.apply(false);
    }
  }
}
