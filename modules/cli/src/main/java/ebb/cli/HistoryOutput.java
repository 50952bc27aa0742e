package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import ebb.domain.Peer;
import ebb.domain.Provenance;
import ebb.journal.HistoryLine;
import ebb.journal.NodeStep;
import java.util.List;

/** An {@link OfflineHistory} for people, or for programs. */
final class HistoryOutput {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final List<NodeStep> shown;
  private final List<PastDrain> drains;
  private final List<NodeStep> fleet;

  /**
   * @param shown events that are to be told
   * @param fleet the last step of each node whose state is to be told
   */
  HistoryOutput(List<NodeStep> shown, List<NodeStep> fleet) {
    this.shown = shown;
    this.drains = PastDrain.of(shown);
    this.fleet = fleet;
  }

  void print(RmOptions output) {
    if (output.json()) {
      output.print(json());
      return;
    }
    shown.forEach(step -> output.printMessage(HistoryLine.of(step)));
    output.println("");
    output.println(NodeText.count(drains.size(), "drain") + " ended");
    if (!drains.isEmpty()) {
      output.print(drainTable());
    }
    output.println("");
    output.println(NodeText.count(fleet.size(), "node") + " at the end of the journal");
    if (!fleet.isEmpty()) {
      output.print(fleetTable());
    }
  }

  private Table drainTable() {
    Table table = new Table("NODE", "STARTED", "TOOK", "ENDED WITH", "ASKED BY");
    for (PastDrain each : drains) {
      table.row(
          each.nodeId().toString(),
          each.drain().startedAt().toString(),
          each.took().map(TimeText::of).orElse("-"),
          Words.outcome(each.end()),
          each.drain().askedBy().actor());
    }
    return table;
  }

  private Table fleetTable() {
    Table table = new Table("NODE", "STATE", "SINCE", "DEADLINE");
    for (NodeStep last : fleet) {
      table.row(
          last.after().nodeId().toString(),
          last.after().state().name(),
          last.event().by().at().toString(),
          last.after()
              .drain()
              .flatMap(drain -> drain.deadline())
              .map(Object::toString)
              .orElse("-"));
    }
    return table;
  }

  private ObjectNode json() {
    ObjectNode answer = JSON.objectNode();
    ArrayNode events = answer.putArray("events");
    shown.forEach(step -> events.add(eventJson(step)));
    ArrayNode ended = answer.putArray("drains");
    drains.forEach(each -> ended.add(drainJson(each)));
    ArrayNode nodes = answer.putArray("nodes");
    fleet.forEach(last -> nodes.add(nodeJson(last)));
    return answer;
  }

  private static ObjectNode eventJson(NodeStep step) {
    Provenance by = step.event().by();
    ObjectNode event =
        JSON.objectNode()
            .put("nodeId", step.after().nodeId().toString())
            .put("sequence", step.event().position().sequenceNumber())
            .put("at", by.at().toString())
            .put("event", step.event().name())
            .put("state", step.after().state().name())
            .put("actor", by.actor())
            .put("origin", by.origin().name());
    event.set("peer", by.peer().map(HistoryOutput::peerJson).orElse(null));
    return event
        .put("reason", by.reason().orElse(null))
        .put("operationId", by.operationId().orElse(null))
        .put("listVersion", by.listVersion())
        .put("instance", by.instance())
        .put("summary", HistoryLine.of(step));
  }

  private static JsonNode peerJson(Peer peer) {
    return JSON.objectNode()
        .put("address", peer.address())
        .put("user", peer.user())
        .put("method", peer.method().name())
        .put("verified", peer.method().isVerified());
  }

  private static ObjectNode drainJson(PastDrain each) {
    return JSON.objectNode()
        .put("nodeId", each.nodeId().toString())
        .put("epoch", each.drain().epoch())
        .put("startedAt", each.drain().startedAt().toString())
        .put("endedAt", each.endedAt().toString())
        .put("end", each.end())
        .put("operationId", each.drain().askedBy().operationId().orElse(null));
  }

  private static ObjectNode nodeJson(NodeStep last) {
    return JSON.objectNode()
        .put("nodeId", last.after().nodeId().toString())
        .put("state", last.after().state().name())
        .put("awaitsRegistration", last.after().awaitsRegistration())
        .put("listVersion", last.after().listVersion());
  }
}
