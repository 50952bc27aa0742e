package ebb.cli.watch;

import ebb.cli.client.CommandException;
import ebb.cli.text.TimeText;
import java.time.Duration;

/** That nobody answers for a while is said once, and once that somebody does again. */
final class Unavailability {
  private final ProgressView view;
  private boolean away;
  private long since;

  Unavailability(ProgressView view) {
    this.view = view;
  }

  void noAnswer(CommandException reason) {
    if (!away) {
      away = true;
      since = System.nanoTime();
      view.note("no answer; the drain continues, and so do the retries: " + reason.getMessage());
    }
  }

  void answered() {
    if (away) {
      away = false;
      Duration length = Duration.ofNanos(System.nanoTime() - since);
      view.note("the ResourceManager answers again, after " + TimeText.of(length));
    }
  }
}
