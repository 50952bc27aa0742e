package ebb.app.instance;

import akka.actor.typed.ActorSystem;
import akka.cluster.ClusterEvent.CurrentClusterState;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import ebb.admin.instances.InstanceState;
import ebb.admin.instances.Readiness;
import ebb.admin.routes.InstanceMetrics;
import ebb.cli.client.Version;
import ebb.metrics.MetricsText;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;

/**
 * The metrics of an instance, and of its cluster as the instance sees it.
 *
 * @param readiness with warnings for the operator
 * @param certificateEnds in seconds since 1970, by file
 * @param journalBytes size of the journal; empty with PostgreSQL, which manages it itself
 * @param webhooks writes the metrics of webhooks
 */
public record InstanceGauges(
    ActorSystem<?> system,
    String name,
    InstanceRole role,
    Supplier<Readiness> readiness,
    Supplier<Optional<String>> journalProblem,
    Supplier<Map<String, Long>> certificateEnds,
    Supplier<OptionalLong> journalBytes,
    Consumer<MetricsText> webhooks)
    implements InstanceMetrics {

  @Override
  public boolean leads() {
    return role.state() == InstanceState.LEADING;
  }

  @Override
  public void write(MetricsText text) {
    text.info(
        "ebb_build_info",
        "The version of Ebb and of Java.",
        Map.of(
            "version", Version.json().path("ebb").asText("unknown"),
            "java", System.getProperty("java.version")));
    text.info("ebb_instance_info", "The name of this instance.", Map.of("name", name));
    text.gauge("ebb_leader", "Whether this instance leads.", leads() ? 1 : 0);
    text.gauge(
        "ebb_leader_term",
        "The term that this instance leads in, or is about to; 0 for none.",
        role.term());
    text.gauge("ebb_instance_state", "1 for what this instance does.", "state", states());
    Readiness ready = readiness.get();
    text.gauge("ebb_ready", "Whether this instance is ready.", ready.ready() ? 1 : 0);
    text.gauge(
        "ebb_warnings",
        "What /health/ready advises an operator to look at.",
        ready.warnings().size());
    writeCluster(text);
    text.gauge(
        "ebb_journal_writable",
        "Whether the journal can be written.",
        journalProblem.get().isEmpty() ? 1 : 0);
    journalBytes
        .get()
        .ifPresent(
            bytes -> text.gauge("ebb_journal_size_bytes", "Size of the SQLite files.", bytes));
    text.gauge(
        "ebb_certificate_expiry_timestamp_seconds",
        "When the first certificate in a file is no longer valid.",
        "file",
        certificateEnds.get());
    webhooks.accept(text);
  }

  private Map<String, Integer> states() {
    Map<String, Integer> states = new LinkedHashMap<>();
    InstanceState own = role.state();
    for (InstanceState state : InstanceState.values()) {
      if (state != InstanceState.UNREACHABLE) {
        states.put(state.name(), state == own ? 1 : 0);
      }
    }
    return states;
  }

  private void writeCluster(MetricsText text) {
    CurrentClusterState state = Cluster.get(system).state();
    Map<String, Integer> members = new LinkedHashMap<>();
    members.put(MemberStatus.up().toString().toLowerCase(Locale.ROOT), 0);
    state
        .getMembers()
        .forEach(
            member ->
                members.merge(
                    member.status().toString().toLowerCase(Locale.ROOT), 1, Integer::sum));
    text.gauge(
        "ebb_cluster_members", "Instances of the cluster, as Akka has them.", "status", members);
    text.gauge(
        "ebb_cluster_members_unreachable",
        "Instances that this one cannot reach.",
        StreamSupport.stream(state.getUnreachable().spliterator(), false).count());
  }
}
