package ebb.hadoop.node;

import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeState;
import ebb.domain.Resource;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.NodeAddress;
import ebb.domain.provenance.Initiator;
import ebb.hadoop.report.FactSender;
import ebb.hadoop.scheduler.NodeSizes;
import ebb.node.NodeCommand;
import ebb.node.NodeStateUpdate;
import ebb.node.ReportStamp;
import ebb.nodeslist.protocol.NodeTableCommand.HostsInForce;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.util.Clock;
import org.jspecify.annotations.Nullable;

/**
 * Hosts that only the lists name, shown as in YARN's NodesListManager. At start, an excluded host
 * is shown as DECOMMISSIONED. At start and at each refresh, an included host is shown as LOST if
 * that is switched on. A host with a node is not shown here. Soft state; used under the lock of
 * RMNodeViews.
 */
final class ListedOnlyHosts {
  private static final int EXCLUDED_PORT = -1;
  private static final int LOST_PORT = -2;

  private final RMContext context;
  private final ReportStamp activation;
  private final Clock clock;
  private final Map<String, RMNodeView> shown = new HashMap<>();
  private final Map<String, Long> untrackedSince = new HashMap<>();
  private @Nullable HostsInForce inForce;

  ListedOnlyHosts(RMContext context, ReportStamp activation, Clock clock) {
    this.context = context;
    this.activation = activation;
    this.clock = clock;
  }

  void show(HostsInForce hosts) {
    boolean first = inForce == null;
    inForce = hosts;
    HostLists lists = hosts.settings().lists();
    Set<String> known = hosts.knownHosts();
    if (first) {
      for (String host : withoutNode(lists.excludes().keySet(), known)) {
        add(host, EXCLUDED_PORT, NodeState.DECOMMISSIONED, hosts.listVersion());
      }
    }
    if (hosts.unregisteredAreLost() && (first || hosts.filesRead())) {
      for (String host : withoutNode(lists.includes(), known)) {
        if (!lists.excludes().containsKey(host)) {
          add(host, LOST_PORT, NodeState.LOST, hosts.listVersion());
        }
      }
    }
  }

  private List<String> withoutNode(Set<String> listed, Set<String> known) {
    return listed.stream()
        .filter(host -> !host.isEmpty() && !known.contains(host) && !shown.containsKey(host))
        .toList();
  }

  private void add(String host, int port, NodeState state, long listVersion) {
    NodeLifecycle node =
        new NodeLifecycle(
            new NodeId(host, port),
            state,
            Optional.empty(),
            true,
            0,
            Optional.empty(),
            false,
            listVersion);
    NodeStateUpdate publication = new NodeStateUpdate(0, 0, node, Optional.empty());
    shown.put(
        host,
        RMNodeView.of(
            context, new NodeSizes(context), activation, publication, new NobodyListens(), clock));
  }

  /** This host now has a known node. */
  void remove(String host) {
    untrackedSince.remove(host);
    RMNodeView placeholder = shown.remove(host);
    if (placeholder != null) {
      placeholder.forget();
    }
  }

  /** Forgets the hosts that no list names any longer, by the same rules as for nodes. */
  void tick() {
    if (inForce == null || shown.isEmpty()) {
      return;
    }
    long now = clock.getTime();
    long timeout = inForce.policy().timeout().toMillis();
    for (Iterator<Map.Entry<String, RMNodeView>> all = shown.entrySet().iterator();
        all.hasNext(); ) {
      Map.Entry<String, RMNodeView> entry = all.next();
      if (!mayForget(entry.getKey(), entry.getValue(), inForce)) {
        untrackedSince.remove(entry.getKey());
      } else if (now - untrackedSince.computeIfAbsent(entry.getKey(), host -> now) > timeout) {
        untrackedSince.remove(entry.getKey());
        entry.getValue().forget();
        all.remove();
      }
    }
  }

  /** Uses the host exactly as it is listed, so no name is looked up. */
  private static boolean mayForget(String host, RMNodeView placeholder, HostsInForce hosts) {
    return hosts.policy().isUntracked(hosts.settings(), new NodeAddress(host, host))
        && hosts.policy().forgets(placeholder.published().state());
  }

  void close() {
    shown.values().forEach(RMNodeView::close);
  }

  /** A placeholder has no RMNode. */
  private static final class NobodyListens implements FactSender {
    @Override
    public void tell(NodeCommand.Fact fact) {}

    @Override
    public void resize(Resource wanted, Initiator initiator, Consumer<Optional<String>> onAnswer) {}
  }
}
