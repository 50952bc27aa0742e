package ebb.journal.replay;

import ebb.domain.DecommissionCause;
import ebb.domain.Drain;
import ebb.domain.DrainEnding;
import ebb.domain.NodeEvent;
import ebb.domain.Resource;
import ebb.domain.work.RemainingWork;
import ebb.domain.work.Workload;
import java.util.stream.Collectors;

/** Describes the effect of an event on its node. */
final class NodeEventText {
  private NodeEventText() {}

  static String of(NodeStep step) {
    NodeEvent event = step.event().event();
    if (event instanceof NodeEvent.NodeRegistered e) {
      return "registered with " + size(e.capacity()) + (e.healthy() ? "" : ", unhealthy");
    } else if (event instanceof NodeEvent.NodeCapacityChanged e) {
      return "size changed to " + size(e.capacity());
    } else if (event instanceof NodeEvent.NodeHealthChanged e) {
      return e.healthy() ? "healthy again" : "unhealthy: " + e.report();
    } else if (event instanceof NodeEvent.DecommissioningStarted e) {
      return "drain " + e.epoch() + " started " + e.startedAt() + ", " + limits(step);
    } else if (event instanceof NodeEvent.DecommissioningTimeoutChanged e) {
      return "drain " + e.epoch() + " got another timeout, " + limits(step);
    } else if (event instanceof NodeEvent.DecommissioningProgressed e) {
      return "drain " + e.epoch() + " waits for " + waits(e) + "; waited " + e.account();
    } else if (event instanceof NodeEvent.NodeRecommissioned e) {
      return "recommissioned, drain " + e.epoch() + " called off" + ending(e);
    } else if (event instanceof NodeEvent.RecommissionAwaitsRegistration) {
      return "recommissioned, serves again once it registers";
    } else if (event instanceof NodeEvent.RecommissionWithdrawn) {
      return "excluded again before it registered";
    } else if (event instanceof NodeEvent.NodeDecommissioned e) {
      return "decommissioned "
          + cause(e.cause())
          + " ("
          + e.cause()
          + ")"
          + endedDrain(step)
          + ending(e);
    } else if (event instanceof NodeEvent.NodeLost e) {
      return "lost: no heartbeat for the expiry interval" + endedDrain(step) + ending(e);
    } else if (event instanceof NodeEvent.NodeRebooted) {
      return "out of step, has to register again" + endedDrain(step);
    } else if (event instanceof NodeEvent.NodeShutDown e) {
      return "shut down" + endedDrain(step) + ending(e);
    } else if (event instanceof NodeEvent.ListVersionAdvanced) {
      return "nothing to do for refresh " + event.by().listVersion();
    }
    throw new IllegalStateException("no words for " + event.getClass().getName());
  }

  private static String waits(NodeEvent.DecommissioningProgressed event) {
    return event.workload().map(work -> RemainingWork.of(work) + holders(work)).orElse("a report");
  }

  private static String holders(Workload work) {
    return work.applications().isEmpty() ? "" : ": " + String.join(", ", work.applications());
  }

  private static String limits(NodeStep step) {
    return step.after().drain().map(NodeEventText::limits).orElse("");
  }

  private static String limits(Drain drain) {
    return "timeout "
        + drain.timeout()
        + " from "
        + drain.timeoutSource().words()
        + ", deadline "
        + drain.deadline().map(Object::toString).orElse("none");
  }

  private static String cause(DecommissionCause cause) {
    return switch (cause) {
      case READY -> "with its work done";
      case TIMEOUT -> "at its deadline";
      case FORCED -> "by force";
      case NORMAL -> "at once";
    };
  }

  private static String endedDrain(NodeStep step) {
    return step.before()
        .drain()
        .map(drain -> ", ends drain " + drain.epoch() + " of " + drain.askedBy().actor())
        .orElse("");
  }

  private static String ending(NodeEvent event) {
    DrainEnding ending = DrainEnding.in(event);
    return ending.remaining().map(left -> " with " + left + named(left)).orElse("")
        + ending.account().map(account -> "; waited " + account).orElse("");
  }

  private static String named(RemainingWork work) {
    return work.named().isEmpty() ? "" : ": " + work.names();
  }

  private static String size(Resource size) {
    String others =
        size.others().entrySet().stream()
            .map(other -> ", " + other.getKey() + " " + other.getValue())
            .collect(Collectors.joining());
    return size.memoryMb() + " MB, " + size.vcores() + " vcores" + others;
  }
}
