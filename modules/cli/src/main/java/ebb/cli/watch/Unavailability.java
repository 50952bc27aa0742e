package ebb.cli.watch;

import ebb.cli.client.CommandException;
import ebb.cli.client.Refusal;
import ebb.cli.text.TimeText;
import java.time.Duration;
import java.util.function.Consumer;

/** Prints once that no ResourceManager answers, and once that one answers again. */
public final class Unavailability {
  private final Consumer<String> notes;
  private final String meanwhile;
  private boolean away;
  private long since;

  /**
   * @param meanwhile what goes on without an answer
   */
  public Unavailability(Consumer<String> notes, String meanwhile) {
    this.notes = notes;
    this.meanwhile = meanwhile;
  }

  /**
   * @throws Refusal if the answer was a refusal that would be repeated later
   */
  public void noAnswer(CommandException reason) {
    if (reason instanceof Refusal refusal && refusal.status() < 500) {
      throw refusal;
    }
    if (!away) {
      away = true;
      since = System.nanoTime();
      notes.accept("no answer; " + meanwhile + ": " + reason.getMessage());
    }
  }

  public void answered() {
    if (away) {
      away = false;
      Duration length = Duration.ofNanos(System.nanoTime() - since);
      notes.accept("the ResourceManager answers again, after " + TimeText.of(length));
    }
  }
}
