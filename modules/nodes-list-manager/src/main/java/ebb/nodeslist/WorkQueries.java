package ebb.nodeslist;

import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.ActorContext;
import ebb.nodeslist.lists.SerialIoExecutor;
import ebb.nodeslist.observed.ObservedContainer;
import ebb.nodeslist.observed.WorkView;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.NodeTableCommand.DescribeWork;
import ebb.nodeslist.protocol.NodeTableCommand.Work;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells what runs, off the leader's thread: Hadoop answers under locks of its own, which may be
 * held for long. Names are beside an answer, so whoever asks is told nothing rather than kept.
 */
final class WorkQueries {
  private static final Logger LOG = LoggerFactory.getLogger(WorkQueries.class);

  private final Leadership leadership;
  private final SerialIoExecutor lane;
  private final Executor blocking;

  WorkQueries(ActorContext<LeaderCommand> context, ManagerContext parts) {
    this.leadership = parts.leadership();
    this.lane = new SerialIoExecutor(parts.settings().readTimeout(), parts.clock());
    this.blocking =
        context
            .getSystem()
            .dispatchers()
            .lookup(DispatcherSelector.fromConfig(HostListLoader.BLOCKING_DISPATCHER));
  }

  void answer(DescribeWork query) {
    lane.submit(() -> describe(query, leadership.work()), blocking)
        .whenCompleteAsync(
            (work, failure) -> {
              if (failure != null) {
                LOG.debug("What runs is not told", failure);
              }
              query.replyTo().tell(failure == null ? work : Work.NOTHING);
            },
            blocking);
  }

  /** With YARN's ACLs, who may see an application is not for the leader to say. */
  static Work describe(DescribeWork query, WorkView work) {
    if (work.areAclsEnabled() && !query.asAdministrator()) {
      return Work.NOTHING;
    }
    List<ObservedContainer> containers = query.nodeId().map(work::containers).orElseGet(List::of);
    Set<String> ids = new HashSet<>(query.applications());
    containers.forEach(container -> ids.add(container.applicationId()));
    return new Work(work.applications(ids), containers);
  }
}
