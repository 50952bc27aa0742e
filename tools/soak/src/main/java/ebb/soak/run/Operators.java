package ebb.soak.run;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.demo.check.Acknowledged;
import ebb.demo.cluster.ClusterException;
import ebb.demo.cluster.CommandResult;
import ebb.demo.cluster.ExcludedHost;
import ebb.demo.cluster.LoopbackCluster;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeId;
import ebb.simulator.Fleet;
import ebb.simulator.FleetSettings;
import ebb.soak.check.Call;
import ebb.soak.check.Call.Outcome;
import ebb.soak.check.NodeListAnswer;
import ebb.soak.plan.Order;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** Carries out orders over HTTP, with {@code yarn rmadmin} and by hand, several at a time. */
final class Operators {
  private static final String REFRESH = "/api/v1/refresh";

  /** Without this option it retries for minutes. */
  private static final List<String> RM_ADMIN =
      List.of("-Dyarn.resourcemanager.connect.max-wait.ms=20000", "-refreshNodes");

  private final LoopbackCluster cluster;
  private final Fleet fleet;
  private final InstanceClient caller;
  private final RunRecord record;
  private final AtomicInteger tags = new AtomicInteger();
  private volatile Optional<Keyed> lastRefresh = Optional.empty();
  private volatile Optional<String> lastOperation = Optional.empty();

  Operators(LoopbackCluster cluster, Fleet fleet, InstanceClient caller, RunRecord record) {
    this.cluster = cluster;
    this.fleet = fleet;
    this.caller = caller;
    this.record = record;
  }

  private record Keyed(String tag, String key, String body) {}

  void carryOut(Order order) {
    String kind = order.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    String tag = kind + "-" + tags.incrementAndGet();
    if (order instanceof Order.Drain drain) {
      String hosts =
          drain.nodes().stream()
              .map(
                  node ->
                      "{\"host\":\"%s\",\"timeoutSecs\":%d}"
                          .formatted(FleetSettings.host(node), drain.timeout().toSeconds()))
              .collect(Collectors.joining(","));
      if (edit("\"add\":[" + hosts + "]")) {
        refresh(kind, tag, "GRACEFUL");
      }
    } else if (order instanceof Order.Recommission recommission) {
      String hosts =
          recommission.nodes().stream()
              .map(node -> "\"" + FleetSettings.host(node) + "\"")
              .collect(Collectors.joining(","));
      if (edit("\"remove\":[" + hosts + "]")) {
        refresh(kind, tag, "GRACEFUL");
      }
    } else if (order instanceof Order.Retime retime) {
      String body =
          "{\"fromNowSecs\":%d,\"reason\":\"%s\"}".formatted(retime.fromNow().toSeconds(), tag);
      call(
          kind,
          tag,
          "PUT",
          "/api/v1/nodes/" + id(fleet, retime.node()) + "/timeout",
          body,
          Map.of());
    } else if (order instanceof Order.Force) {
      lastOperation.ifPresent(
          id ->
              call(
                  kind,
                  tag,
                  "POST",
                  "/api/v1/operations/" + id + "/force",
                  "{\"reason\":\"" + tag + "\"}",
                  Map.of()));
    } else if (order instanceof Order.Normal) {
      refresh(kind, tag, "NORMAL");
    } else if (order instanceof Order.Repeat) {
      lastRefresh.ifPresent(keyed -> send(kind, keyed));
    } else if (order instanceof Order.DryRun) {
      call(kind, tag, "POST", REFRESH, "{\"type\":\"NORMAL\",\"dryRun\":true}", Map.of());
    } else if (order instanceof Order.EditFile edit) {
      cluster
          .excludeFile()
          .write(edit.nodes().stream().map(FleetSettings::host).map(ExcludedHost::of).toList());
      record.note("the exclude file has " + edit.nodes());
    } else if (order instanceof Order.RmAdmin refresh) {
      rmAdmin(tag, refresh);
    } else if (order instanceof Order.ReadNodes) {
      readNodes();
    }
  }

  private static NodeId id(Fleet fleet, int node) {
    return new NodeId(FleetSettings.host(node), fleet.port(node));
  }

  /**
   * Runs under its own user name, by which its operation is found. A failed command may have been
   * carried out.
   */
  private void rmAdmin(String tag, Order.RmAdmin refresh) {
    List<String> words = new ArrayList<>(RM_ADMIN);
    refresh
        .graceful()
        .ifPresent(
            timeout -> words.addAll(List.of("-g", Long.toString(timeout.toSeconds()), "-server")));
    Instant invoked = Instant.now();
    Outcome outcome = Outcome.UNKNOWN;
    String said;
    try {
      CommandResult result = cluster.rmAdmin().runAs(tag, words);
      outcome = result.exitCode() == 0 ? Outcome.DONE : Outcome.UNKNOWN;
      said = result.exitCode() + " " + result.output().lines().reduce("", (all, last) -> last);
    } catch (ClusterException e) {
      said = String.valueOf(e);
    }
    record.called(
        new Call(tag, "rmadmin", invoked, Instant.now(), outcome, Optional.empty(), said));
  }

  /** The timeout of a node's drain in the answer. */
  private static Optional<Acknowledged.Timeout> timeout(JsonNode node) {
    JsonNode drain = node.path("drain");
    return drain.isObject()
        ? Optional.of(
            new Acknowledged.Timeout(
                NodeId.parse(node.path("nodeId").asText()),
                drain.path("epoch").asLong(),
                DrainTimeout.ofSeconds(drain.path("timeoutSeconds").asLong(-1))))
        : Optional.empty();
  }

  /** An edit is not an operation, so it has no tag. */
  private boolean edit(String change) {
    String tag = "edit-" + tags.incrementAndGet();
    String body = "{" + change + ",\"reason\":\"" + tag + "\"}";
    try {
      Answer lists = caller.ask("GET", "/api/v1/lists", "", Map.of());
      if (lists.etag().isEmpty()) {
        record.note("no lists: " + lists.words());
        return false;
      }
      Map<String, String> match = Map.of("If-Match", lists.etag().get());
      return call("edit", tag, "PATCH", "/api/v1/lists/exclude", body, match) == Outcome.DONE;
    } catch (IOException e) {
      record.note("no lists: " + e);
      return false;
    }
  }

  private void refresh(String kind, String tag, String type) {
    String body = "{\"type\":\"%s\",\"timeoutSecs\":60,\"reason\":\"%s\"}".formatted(type, tag);
    if (type.equals("NORMAL")) {
      body = "{\"type\":\"NORMAL\",\"reason\":\"" + tag + "\"}";
    }
    Keyed keyed = new Keyed(tag, UUID.randomUUID().toString(), body);
    lastRefresh = Optional.of(keyed);
    send(kind, keyed);
  }

  private void send(String kind, Keyed keyed) {
    call(kind, keyed.tag(), "POST", REFRESH, keyed.body(), Map.of("Idempotency-Key", keyed.key()));
  }

  private Outcome call(
      String kind, String tag, String method, String path, String body, Map<String, String> more) {
    Instant invoked = Instant.now();
    try {
      Answer answer = caller.ask(method, path, body, more);
      if (answer.isDone()) {
        answer.operationId().ifPresent(id -> lastOperation = Optional.of(id));
        if (answer.body().has("state")) {
          saw(invoked, false, List.of(answer.body()));
        }
      }
      record.called(
          new Call(
              tag,
              kind,
              invoked,
              Instant.now(),
              answer.outcome(),
              answer.isDone() ? answer.operationId() : Optional.empty(),
              answer.words(),
              timeout(answer.body())));
      return answer.outcome();
    } catch (IOException e) {
      record.called(
          new Call(
              tag,
              kind,
              invoked,
              Instant.now(),
              Outcome.UNKNOWN,
              Optional.empty(),
              String.valueOf(e)));
      return Outcome.UNKNOWN;
    }
  }

  private void readNodes() {
    Instant invoked = Instant.now();
    try {
      Answer answer = caller.ask("GET", "/api/v1/nodes", "", Map.of());
      if (answer.isDone()) {
        saw(invoked, true, answer.body().path("nodes"));
      }
    } catch (IOException e) {
      record.note("no answer with all nodes: " + e);
    }
  }

  private void saw(Instant invoked, boolean all, Iterable<JsonNode> nodes) {
    List<NodeListAnswer.Entry> said = new ArrayList<>();
    for (JsonNode node : nodes) {
      said.add(
          new NodeListAnswer.Entry(
              NodeId.parse(node.path("nodeId").asText()), EndReader.said(node)));
    }
    record.answered(new NodeListAnswer(invoked, Instant.now(), all, said));
  }
}
