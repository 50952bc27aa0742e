package ebb.demo;

import ebb.demo.client.NodeView;
import ebb.demo.cluster.CommandResult;
import ebb.demo.cluster.ExcludedHost;
import ebb.demo.cluster.LoopbackCluster;
import ebb.demo.cluster.NodeManagerProcess;
import ebb.demo.cluster.XmlExcludeFile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;

/** What all steps share: the cluster, and the means to observe and control it. */
record DemoContext(
    LoopbackCluster cluster, ConsoleReporter reporter, NodeWatch watch, ReportedWait patience) {
  static final List<String> HOSTS = List.of("127.0.0.11", "127.0.0.12", "127.0.0.13");

  /** Enough for what takes a moment on an idle machine. */
  static final Duration SOON = Duration.ofMinutes(1);

  /** Enough to start one or more JVMs. */
  static final Duration START_LIMIT = Duration.ofMinutes(5);

  /** Timeout for nodes without their own. No drain of the demo reaches it. */
  static final Duration REQUEST_TIMEOUT = Duration.ofMinutes(30);

  /**
   * @throws StepFailedException with the message if the condition is false
   */
  void check(boolean condition, String message) {
    if (!condition) {
      throw new StepFailedException(message);
    }
  }

  /** Waits until the admin API shows the node in the wanted state. */
  NodeView awaitNode(String host, String wanted, Duration limit, Predicate<NodeView> predicate) {
    return patience.awaitValue(
        host + " to be " + wanted, limit, () -> watch.node(host).filter(predicate));
  }

  /**
   * Waits until the admin API shows the node as draining, with as many containers as the operating
   * system counts there, and returns that view.
   */
  NodeView awaitKnownDrain(String host) {
    return awaitNode(
        host,
        "draining, with all its containers known",
        SOON,
        node ->
            node.is("DECOMMISSIONING")
                && node.drain().isPresent()
                && node.containers().equals(OptionalInt.of(containersOn(host))));
  }

  /** Writes the exclude file and runs {@code yarn rmadmin}. */
  void refreshNodes(List<ExcludedHost> excluded) {
    cluster.excludeFile().write(excluded);
    reporter.say("The exclude file is now");
    XmlExcludeFile.xml(excluded).lines().skip(1).forEach(line -> reporter.say("   " + line));
    List<String> arguments =
        List.of("-refreshNodes", "-g", Long.toString(REQUEST_TIMEOUT.toSeconds()), "-server");
    reporter.say("$ yarn rmadmin " + String.join(" ", arguments));
    CommandResult result = cluster.rmAdmin().run(arguments);
    check(
        result.exitCode() == 0,
        "rmadmin ended with exit code " + result.exitCode() + ":\n" + result.output());
  }

  /** Waits until the NodeManager has exited as it does when told to shut down. */
  void awaitGoodbye(NodeManagerProcess nodeManager) {
    OptionalInt exitCode = nodeManager.process().awaitExit(SOON);
    check(
        exitCode.equals(OptionalInt.of(0)),
        "the NodeManager of "
            + nodeManager.host()
            + (exitCode.isEmpty()
                ? " does not end"
                : " ended with exit code " + exitCode.getAsInt()));
    reporter.say("The NodeManager of " + nodeManager.host() + " has ended with exit code 0.");
  }

  /** The containers of the operating system and the drains of the admin API. */
  Snapshot snapshot() {
    var nodes = new ArrayList<NodeView>();
    for (String host : HOSTS) {
      watch.node(host).ifPresent(nodes::add);
    }
    return Snapshot.of(nodes, cluster.containers());
  }

  NodeManagerProcess nodeManager(String host) {
    Optional<NodeManagerProcess> found =
        cluster.nodeManagers().stream()
            .filter(nodeManager -> nodeManager.host().equals(host))
            .findFirst();
    return found.orElseThrow(
        () -> new StepFailedException("No NodeManager was started on " + host));
  }

  private int containersOn(String host) {
    return (int)
        cluster.containers().stream().filter(container -> container.host().equals(host)).count();
  }
}
