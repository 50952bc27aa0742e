package ebb.domain.queue;

import java.util.Optional;

/**
 * Whether the next host of a queued drain may begin.
 *
 * @param why for people: what it waits for, if the phase does not say it
 */
public record QueueTurn(QueuePhase phase, Optional<String> why) {
  static QueueTurn of(QueuePhase phase) {
    return new QueueTurn(phase, Optional.empty());
  }
}
