package ebb.demo.check;

import ebb.demo.check.Breach.Promise;
import ebb.domain.DecommissionCause;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeEvent;
import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.domain.NodeEvent.DecommissioningTimeoutChanged;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeEvent.NodeLost;
import ebb.domain.NodeEvent.NodeRebooted;
import ebb.domain.NodeEvent.NodeRecommissioned;
import ebb.domain.NodeEvent.NodeShutDown;
import ebb.journal.event.JournaledEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Follows the drains of one node through its events, independently of the domain's rules. */
final class DrainCheck {
  private final String node;
  private final Lateness lateness;
  private final Map<String, Instant> accepted;
  private final List<Breach> breaches = new ArrayList<>();

  /** The last timeout of each drain, by its epoch. */
  private final Map<Long, DrainTimeout> timeouts = new HashMap<>();

  private Optional<DecommissioningStarted> running = Optional.empty();

  /** Since when the running drain has had its timeout. */
  private Instant timeoutSince = Instant.MIN;

  private long lastEpoch;
  private long lastNumber;

  /**
   * @param accepted when each refresh was accepted, by its operation
   */
  DrainCheck(String node, Lateness lateness, Map<String, Instant> accepted) {
    this.node = node;
    this.lateness = lateness;
    this.accepted = accepted;
  }

  void take(JournaledEvent.OfNode event) {
    long number = event.position().sequenceNumber();
    if (number != lastNumber + 1) {
      breach(Promise.NO_EVENT_MISSING, "event " + number + " follows event " + lastNumber);
    }
    lastNumber = number;
    take(event.event());
  }

  private void take(NodeEvent event) {
    if (event instanceof DecommissioningStarted started) {
      start(started);
    } else if (event instanceof DecommissioningTimeoutChanged changed) {
      retime(changed);
    } else if (event instanceof NodeDecommissioned ended) {
      end(ended);
    } else if (event instanceof NodeRecommissioned called) {
      endOf(called.epoch(), called);
    } else if (event instanceof NodeLost
        || event instanceof NodeRebooted
        || event instanceof NodeShutDown) {
      running.ifPresent(
          drain -> endOf(drain.epoch(), event)); // without a drain there is nothing to end
    }
  }

  private void start(DecommissioningStarted started) {
    running.ifPresent(
        drain ->
            breach(
                Promise.ONE_END_PER_DRAIN,
                "drain " + started.epoch() + " begins while " + drain.epoch() + " has no end"));
    if (started.epoch() <= lastEpoch) {
      breach(
          Promise.ONE_END_PER_DRAIN,
          "a drain begins with epoch " + started.epoch() + ", which was there before");
    }
    Optional<Instant> of = started.by().operationId().map(accepted::get);
    if (of.isPresent() && !of.get().equals(started.startedAt())) {
      breach(
          Promise.START_NEVER_MOVED,
          "drain %d starts at %s, but its refresh was accepted at %s"
              .formatted(started.epoch(), started.startedAt(), of.get()));
    }
    lastEpoch = started.epoch();
    running = Optional.of(started);
    timeoutIs(started.epoch(), started.timeout(), started.by().at());
  }

  private void retime(DecommissioningTimeoutChanged changed) {
    if (!runs(changed.epoch())) {
      breach(
          Promise.ONE_END_PER_DRAIN,
          "drain " + changed.epoch() + " gets a timeout, but does not run");
      return;
    }
    timeoutIs(changed.epoch(), changed.timeout(), changed.by().at());
  }

  private void timeoutIs(long epoch, DrainTimeout timeout, Instant since) {
    timeouts.put(epoch, timeout);
    timeoutSince = since;
  }

  private void end(NodeDecommissioned ended) {
    boolean early =
        ended.cause() == DecommissionCause.TIMEOUT
            && runs(ended.epoch())
            && deadline().filter(at -> !ended.by().at().isBefore(at)).isEmpty();
    if (early) {
      breach(
          Promise.NOT_BEFORE_THE_DEADLINE,
          "drain %d ends by TIMEOUT at %s, with deadline %s"
              .formatted(
                  ended.epoch(),
                  ended.by().at(),
                  deadline().map(Instant::toString).orElse("none")));
    }
    if (ended.epoch() != 0 || running.isPresent()) {
      endOf(ended.epoch(), ended);
    }
  }

  private void endOf(long epoch, NodeEvent event) {
    if (!runs(epoch)) {
      breach(
          Promise.ONE_END_PER_DRAIN,
          event.getClass().getSimpleName() + " ends drain " + epoch + ", which does not run");
      return;
    }
    overAt(event.by().at());
    running = Optional.empty();
  }

  /** Call it after all events. The journal has nothing more up to this instant. */
  void finish(Instant until) {
    if (running.isPresent()) {
      overAt(until);
    }
  }

  private void overAt(Instant at) {
    Optional<Instant> due = deadline().map(this::due).filter(at::isAfter);
    due.ifPresent(
        latest ->
            breach(
                Promise.NOT_LATE,
                "drain %d was to end by %s, and ran until %s".formatted(lastEpoch, latest, at)));
  }

  /** A deadline that was moved into the past is due when it was moved. */
  private Instant due(Instant deadline) {
    return lateness.latestEnd(deadline.isBefore(timeoutSince) ? timeoutSince : deadline);
  }

  private Optional<Instant> deadline() {
    return running.flatMap(
        drain -> timeouts.getOrDefault(drain.epoch(), drain.timeout()).after(drain.startedAt()));
  }

  private boolean runs(long epoch) {
    return running.filter(drain -> drain.epoch() == epoch).isPresent();
  }

  /** The last timeout of the drain; empty if there was no such drain. */
  Optional<DrainTimeout> timeoutOf(long epoch) {
    return Optional.ofNullable(timeouts.get(epoch));
  }

  List<Breach> breaches() {
    return breaches;
  }

  private void breach(Promise promise, String words) {
    breaches.add(new Breach(promise, node, words));
  }
}
