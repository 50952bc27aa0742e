package ebb.simulation;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import ebb.domain.DecommissionCause;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeAction;
import ebb.domain.NodeEvent.ListVersionAdvanced;
import ebb.domain.NodeEvent.NodeRegistered;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.NodeOrder;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.domain.work.Workload;
import ebb.hadoop.DirectNodes.Envelope;
import ebb.node.Leader;
import ebb.node.NodeCommand;
import ebb.node.NodeReply;
import ebb.node.NodeStateUpdate;
import ebb.node.ReportStamp;
import ebb.simulation.environment.Chance;
import ebb.simulation.environment.SimulatedTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The network between the leader and the nodes, in both directions: messages are late and get lost,
 * as between instances. Those from one actor to another keep their order. It is an actor, so that
 * it ends with the instance.
 */
final class SimulatedNetwork {
  private static final Duration LONGEST_QUESTION = Duration.ofMinutes(1);

  private final World world;
  private final Chance chance;
  private final ActorContext<Envelope> context;
  private final ActorRef<NodeRegion.Command> nodes;
  private final Map<String, Long> lastArrival = new HashMap<>();

  private final Map<NodeId, NodeStateUpdate> lastSaid = new HashMap<>();

  private final Map<ActorRef<NodeStateUpdate>, ActorRef<NodeStateUpdate>> returnAddresses =
      new HashMap<>();

  static Behavior<Envelope> create(World world, ActorRef<NodeRegion.Command> nodes) {
    return Behaviors.setup(
        context -> {
          SimulatedNetwork network = new SimulatedNetwork(world, context, nodes);
          return Behaviors.receiveMessage(
              message -> {
                network.send(message);
                return Behaviors.same();
              });
        });
  }

  private SimulatedNetwork(
      World world, ActorContext<Envelope> context, ActorRef<NodeRegion.Command> nodes) {
    this.world = world;
    this.chance = world.networkChance();
    this.context = context;
    this.nodes = nodes;
  }

  private void send(Envelope message) {
    if (answersItself(message)) {
      return;
    }
    Envelope changed = new Envelope(message.node(), changed(message.command()));
    Envelope returning = new Envelope(message.node(), withReturnAddress(changed.command()));
    deliver("to " + message.node(), () -> nodes.tell(new NodeRegion.Deliver(returning)));
  }

  // ---- mutants ----

  /** The node reports the order as applied, but has not received it. */
  private boolean answersItself(Envelope message) {
    NodeId node = message.node();
    if (world.mutant() == Mutant.SWALLOW_ORDERS
        && message.command() instanceof NodeCommand.Reconcile reconcile
        && reconcile.order().filter(SimulatedNetwork::isDrain).isPresent()
        && node.host().equals("10.1")
        && lastSaid.containsKey(node)) {
      reconcile
          .leader()
          .publications()
          .tell(asIfApplied(lastSaid.get(node), reconcile.order().get()));
      return true;
    } else if (world.mutant() == Mutant.ADMIT_UNWRITTEN
        && message.command() instanceof NodeCommand.Register register
        && node.host().equals("10.1")) {
      Provenance by =
          Initiator.system("system", Origin.RPC)
              .stamp(world.time().instant(), "rm1", register.listVersion());
      NodeLifecycle admitted =
          NodeLifecycle.unregistered(node)
              .apply(new NodeRegistered(node, register.capacity(), true, by));
      register
          .replyTo()
          .tell(new NodeReply.Current(new NodeStateUpdate(1, 1, admitted, Optional.empty())));
      return true;
    }
    return false;
  }

  private static boolean isDrain(NodeOrder order) {
    return order.action() instanceof NodeAction.GracefulDecommission;
  }

  private static NodeStateUpdate asIfApplied(NodeStateUpdate last, NodeOrder order) {
    Provenance by = order.initiator().stamp(order.plannedAt(), "rm1", order.listVersion());
    return new NodeStateUpdate(
        last.revision(),
        last.update(),
        last.node().apply(new ListVersionAdvanced(order.nodeId(), by)),
        last.progress());
  }

  private NodeCommand changed(NodeCommand command) {
    if (command instanceof NodeCommand.Reconcile reconcile) {
      return new NodeCommand.Reconcile(
          reconcile.leader(), reconcile.order().map(this::changed), reconcile.known());
    } else if (world.mutant() == Mutant.REPORT_IDLE
        && command instanceof NodeCommand.ReportWorkload report) {
      return new NodeCommand.ReportWorkload(
          report.stamp(),
          report.epoch(),
          report.knownRevision(),
          report.sequence(),
          Workload.NOTHING);
    }
    return command;
  }

  private NodeOrder changed(NodeOrder order) {
    Instant start =
        world.mutant() == Mutant.MOVE_START ? order.plannedAt().plusSeconds(20) : order.plannedAt();
    return new NodeOrder(
        order.nodeId(), changed(order.action()), order.listVersion(), start, order.initiator());
  }

  private NodeAction changed(NodeAction action) {
    if (action instanceof NodeAction.GracefulDecommission graceful) {
      return switch (world.mutant()) {
        case OTHER_TIMEOUT ->
            new NodeAction.GracefulDecommission(
                DrainTimeout.of(Duration.ofSeconds(77)), graceful.source(), graceful.kept());
        case END_AT_ONCE -> new NodeAction.Decommission(DecommissionCause.NORMAL);
        case CALL_OFF -> new NodeAction.Recommission();
        default -> action;
      };
    } else if (world.mutant() == Mutant.KEEP_DRAINS
        && action instanceof NodeAction.EndDrainOf end) {
      return new NodeAction.EndDrainOf("another operation", end.listVersion());
    }
    return action;
  }

  private boolean isHidden(NodeStateUpdate publication) {
    return world.mutant() == Mutant.HIDE_DRAINS && publication.node().drain().isPresent();
  }

  // ---- the way ----

  private void deliver(String link, Runnable arrival) {
    boolean bad = world.conditions().networkBad > 0;
    if (chance.oneIn(bad ? 4 : 500)) {
      return;
    }
    long takes = bad ? chance.between(0, 4_000) : chance.between(0, 3);
    long now = world.time().now();
    long at = Math.max(now + takes, lastArrival.getOrDefault(link, -1L) + 1);
    lastArrival.put(link, at);
    world.time().after(at - now, arrival);
  }

  private NodeCommand withReturnAddress(NodeCommand command) {
    if (command instanceof NodeCommand.Reconcile reconcile) {
      return new NodeCommand.Reconcile(
          across(reconcile.leader()), reconcile.order(), reconcile.known());
    } else if (command instanceof NodeCommand.Register register) {
      return new NodeCommand.Register(
          across(register.stamp()),
          register.capacity(),
          register.healthy(),
          register.allowed(),
          register.listVersion(),
          giveUpAt(register),
          once(register.replyTo()));
    } else if (command instanceof NodeCommand.Resize resize) {
      return new NodeCommand.Resize(
          across(resize.leader()), resize.capacity(), resize.initiator(), once(resize.replyTo()));
    } else if (command instanceof NodeCommand.Get get) {
      return new NodeCommand.Get(once(get.replyTo()));
    } else if (command instanceof NodeCommand.Fact fact) {
      return withReturnAddress(fact);
    }
    return command;
  }

  private NodeCommand withReturnAddress(NodeCommand.Fact fact) {
    ReportStamp stamp = across(fact.stamp());
    if (fact instanceof NodeCommand.ReportWorkload report) {
      return new NodeCommand.ReportWorkload(
          stamp, report.epoch(), report.knownRevision(), report.sequence(), report.workload());
    } else if (fact instanceof NodeCommand.ReportHealth health) {
      return new NodeCommand.ReportHealth(stamp, health.healthy(), health.report());
    } else if (fact instanceof NodeCommand.ReportExpiry) {
      return new NodeCommand.ReportExpiry(stamp);
    } else if (fact instanceof NodeCommand.ReportReboot) {
      return new NodeCommand.ReportReboot(stamp);
    } else if (fact instanceof NodeCommand.Unregister) {
      return new NodeCommand.Unregister(stamp);
    }
    throw new IllegalArgumentException("unknown: " + fact);
  }

  private ReportStamp across(ReportStamp stamp) {
    return new ReportStamp(across(stamp.leader()), stamp.registration(), stamp.peer());
  }

  /** A leader is named repeatedly, and keeps one address. */
  private Leader across(Leader leader) {
    return new Leader(
        leader.term(),
        returnAddresses.computeIfAbsent(
            leader.publications(), to -> context.spawnAnonymous(publicationsTo(to))));
  }

  private Behavior<NodeStateUpdate> publicationsTo(ActorRef<NodeStateUpdate> leader) {
    return Behaviors.receiveMessage(
        publication -> {
          NodeId node = publication.node().nodeId();
          if (!isHidden(publication)) {
            lastSaid.put(node, publication);
            deliver("NodeStateUpdate of " + node, () -> leader.tell(publication));
          }
          return Behaviors.same();
        });
  }

  private Instant giveUpAt(NodeCommand.Register register) {
    Instant now = SimulatedTime.instant(world.time().now());
    return now.plus(SimulatedTime.untouchedByRealTime(Duration.between(now, register.giveUpAt())));
  }

  private static NodeId senderOf(NodeReply reply) {
    if (reply instanceof NodeReply.Refused refused) {
      return refused.nodeId();
    }
    return ((NodeReply.Current) reply).publication().node().nodeId();
  }

  private ActorRef<NodeReply> once(ActorRef<NodeReply> asker) {
    return context.spawnAnonymous(
        Behaviors.setup(
            answer -> {
              NodeReply late = new NodeReply.Accepted(new NodeId("late", 0), "late");
              answer.setReceiveTimeout(LONGEST_QUESTION, late);
              return Behaviors.receiveMessage(
                  reply -> {
                    if (!reply.equals(late)) {
                      deliver("NodeReply of " + senderOf(reply), () -> asker.tell(reply));
                    }
                    return Behaviors.stopped();
                  });
            }));
  }
}
