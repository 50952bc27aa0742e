package ebb.journal.json;

import ebb.domain.DrainAccount;
import ebb.domain.DrainEnding;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeEvent;
import ebb.domain.NodeEvent.DecommissioningProgressed;
import ebb.domain.NodeEvent.DecommissioningStarted;
import ebb.domain.NodeEvent.DecommissioningTimeoutChanged;
import ebb.domain.NodeEvent.NodeCapacityChanged;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeEvent.NodeHealthChanged;
import ebb.domain.NodeEvent.NodeLost;
import ebb.domain.NodeEvent.NodeRecommissioned;
import ebb.domain.NodeEvent.NodeRegistered;
import ebb.domain.NodeEvent.NodeShutDown;
import ebb.domain.TimeoutSource;
import ebb.domain.provenance.Provenance;
import ebb.domain.work.RemainingWork;
import ebb.journal.event.JournaledEvent;
import ebb.journal.replay.HistoryLine;
import ebb.journal.replay.NodeStep;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One event as the API shows it: the fields of its kind, the state that it led to, who requested
 * it, and a line for people with all of that. Independent of the journal's own format, which is
 * frozen.
 */
public final class EventJson {
  private final Map<String, @Nullable Object> fields = new LinkedHashMap<>();

  private EventJson() {}

  public static Map<String, @Nullable Object> of(NodeStep step) {
    return new EventJson()
        .putHead(step.event())
        .putOwnFieldsOf(step.event().event())
        .put("state", step.after().state().name())
        .putProvenance(step.event().by())
        .put("summary", HistoryLine.of(step))
        .fields;
  }

  /** An event of the lists. It belongs to no node, so its state is null. */
  public static Map<String, @Nullable Object> of(JournaledEvent.OfLists event) {
    return new EventJson()
        .putHead(event)
        .put("state", null)
        .putProvenance(event.by())
        .put("summary", HistoryLine.of(event))
        .fields;
  }

  private EventJson putHead(JournaledEvent event) {
    return put("sequence", event.position().sequenceNumber())
        .put("at", event.by().at().toString())
        .put("event", event.name());
  }

  private EventJson putProvenance(Provenance by) {
    return put("actor", by.actor())
        .put("origin", by.origin().name())
        .put("peer", PeerJson.of(by.peer()))
        .put("reason", by.reason().orElse(null))
        .put("operationId", by.operationId().orElse(null))
        .put("listVersion", by.listVersion())
        .put("instance", by.instance());
  }

  private EventJson put(String name, @Nullable Object value) {
    fields.put(name, value);
    return this;
  }

  /** Puts the fields that only this kind of event has. Other kinds than these have none. */
  private EventJson putOwnFieldsOf(NodeEvent event) {
    if (event instanceof NodeRegistered e) {
      return put("capacity", CapacityJson.of(e.capacity())).put("healthy", e.healthy());
    } else if (event instanceof NodeCapacityChanged e) {
      return put("capacity", CapacityJson.of(e.capacity()));
    } else if (event instanceof NodeHealthChanged e) {
      return put("healthy", e.healthy()).put("report", e.report());
    } else if (event instanceof DecommissioningStarted e) {
      return putStart(e);
    } else if (event instanceof DecommissioningTimeoutChanged e) {
      return put("epoch", e.epoch()).putTimeout(e.timeout(), e.timeoutSource());
    } else if (event instanceof DecommissioningProgressed e) {
      return putProgress(e);
    } else if (event instanceof NodeRecommissioned e) {
      return put("epoch", e.epoch()).putEnding(e);
    } else if (event instanceof NodeDecommissioned e) {
      return put("epoch", e.epoch()).put("cause", e.cause().name()).putEnding(e);
    } else if (event instanceof NodeLost || event instanceof NodeShutDown) {
      return putEnding(event);
    }
    return this;
  }

  private EventJson putStart(DecommissioningStarted e) {
    return put("epoch", e.epoch())
        .put("startedAt", e.startedAt().toString())
        .putTimeout(e.timeout(), e.timeoutSource())
        .put("deadline", e.timeout().after(e.startedAt()).map(Instant::toString).orElse(null))
        .put("originalCapacity", e.originalCapacity().map(CapacityJson::of).orElse(null));
  }

  private EventJson putProgress(DecommissioningProgressed e) {
    return put("epoch", e.epoch())
        .put(
            "applicationIds",
            e.workload().map(work -> List.copyOf(work.applications())).orElse(null))
        .putWork(e.workload().map(RemainingWork::of), Optional.of(e.account()));
  }

  /** What was still running, null if never reported, and how the drain spent its time. */
  private EventJson putEnding(NodeEvent event) {
    DrainEnding ending = DrainEnding.in(event);
    return putWork(ending.remaining(), ending.account());
  }

  private EventJson putWork(Optional<RemainingWork> work, Optional<DrainAccount> account) {
    return put("containers", work.map(RemainingWork::containers).orElse(null))
        .put("applications", work.map(RemainingWork::applications).orElse(null))
        .put("stillRunning", work.map(BusyContainerJson::of).orElse(List.of()))
        .put("account", account.map(DrainAccountJson::of).orElse(null));
  }

  /** The timeout in seconds, or null without a limit. */
  private EventJson putTimeout(DrainTimeout timeout, TimeoutSource source) {
    return put("timeoutSeconds", timeout.limit().map(Duration::toSeconds).orElse(null))
        .put("held", timeout.held())
        .put("timeoutSource", source.name());
  }
}
