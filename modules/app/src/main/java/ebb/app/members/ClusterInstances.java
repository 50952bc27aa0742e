package ebb.app.members;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorRefResolver;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Props;
import akka.actor.typed.javadsl.AskPattern;
import akka.cluster.ClusterEvent.CurrentClusterState;
import akka.cluster.Member;
import akka.cluster.MemberStatus;
import akka.cluster.typed.Cluster;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import ebb.admin.instances.InstanceState;
import ebb.admin.instances.InstanceView;
import ebb.admin.instances.Instances;
import ebb.admin.instances.LeaveAnswer;
import ebb.admin.instances.LeaveOrder;
import ebb.admin.instances.LeaveRejection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds each instance by its name, which every member carries as a role, and communicates with its
 * {@link InstanceActor}, wherever it is.
 */
public final class ClusterInstances implements Instances {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterInstances.class);
  private static final String ROLES = "akka.cluster.roles";
  private static final String ROLE = "instance-";
  private static final String ACTOR = "instance";
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final ActorSystem<?> system;
  private final String own;

  private ClusterInstances(ActorSystem<?> system, String own) {
    this.system = system;
    this.own = own;
  }

  /** The configuration with which others find the instance by its name. */
  public static Config named(String instance, Config ebbConf) {
    List<String> roles = new ArrayList<>(ebbConf.getStringList(ROLES));
    roles.add(ROLE + instance);
    return ConfigFactory.parseMap(Map.of(ROLES, roles)).withFallback(ebbConf);
  }

  /**
   * Lets others query this instance and order it to leave. Call this once for each system.
   *
   * @param own name of this instance, as in {@link #named}
   * @param state supplies what it does; must not block
   */
  public static ClusterInstances start(
      ActorSystem<?> system, String own, Supplier<InstanceState> state) {
    system.systemActorOf(InstanceActor.create(state), ACTOR, Props.empty());
    return new ClusterInstances(system, own);
  }

  /** A member, and the state that it reports. */
  private record Seen(Member member, InstanceView view) {}

  @Override
  public CompletionStage<List<InstanceView>> all() {
    return seen().thenApplyAsync(ClusterInstances::views, system.executionContext());
  }

  private static List<InstanceView> views(List<Seen> seen) {
    return seen.stream().map(Seen::view).toList();
  }

  private CompletionStage<List<Seen>> seen() {
    CurrentClusterState cluster = Cluster.get(system).state();
    List<CompletableFuture<Seen>> asked =
        StreamSupport.stream(cluster.getMembers().spliterator(), false)
            .filter(member -> nameOf(member).isPresent())
            .sorted(Comparator.comparing(member -> nameOf(member).orElseThrow()))
            .map(
                member ->
                    stateOf(member, cluster)
                        .thenApplyAsync(
                            state ->
                                new Seen(
                                    member, new InstanceView(nameOf(member).orElseThrow(), state)),
                            system.executionContext())
                        .toCompletableFuture())
            .toList();
    return CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new))
        .thenApplyAsync(
            all -> asked.stream().map(CompletableFuture::join).toList(), system.executionContext());
  }

  private CompletionStage<InstanceState> stateOf(Member member, CurrentClusterState cluster) {
    if (cluster.getUnreachable().contains(member)) {
      return CompletableFuture.completedStage(InstanceState.UNREACHABLE);
    } else if (isGoing(member)) {
      return CompletableFuture.completedStage(InstanceState.LEAVING);
    }
    return AskPattern.<InstanceMessage, InstanceMessage.Described>ask(
            actorOf(member), InstanceMessage.Describe::new, PATIENCE, system.scheduler())
        .handleAsync(
            (described, failure) ->
                described == null ? InstanceState.UNREACHABLE : described.state(),
            system.executionContext());
  }

  private static boolean isGoing(Member member) {
    MemberStatus status = member.status();
    return status.equals(MemberStatus.leaving())
        || status.equals(MemberStatus.exiting())
        || status.equals(MemberStatus.down());
  }

  private static Optional<String> nameOf(Member member) {
    return member.getRoles().stream()
        .filter(role -> role.startsWith(ROLE))
        .map(role -> role.substring(ROLE.length()))
        .findFirst();
  }

  /** Resolved by its path, so that nothing has to spread before it can be found. */
  private ActorRef<InstanceMessage> actorOf(Member member) {
    return ActorRefResolver.get(system).resolveActorRef(member.address() + "/system/" + ACTOR);
  }

  @Override
  public CompletionStage<LeaveAnswer> leave(LeaveOrder order) {
    return seen().thenComposeAsync(all -> leave(order, all), system.executionContext());
  }

  private CompletionStage<LeaveAnswer> leave(LeaveOrder order, List<Seen> all) {
    String name = order.instance().orElse(own);
    Optional<LeaveAnswer.Refused> refused = LeaveRule.refusal(views(all), name, order);
    if (refused.isPresent()) {
      return CompletableFuture.completedStage(refused.get());
    }
    LOG.info("{} tells instance {} to leave", order.actor(), name);
    Member leaving =
        all.stream()
            .filter(each -> each.view().instance().equals(name))
            .map(Seen::member)
            .findFirst()
            .orElseThrow();
    return AskPattern.<InstanceMessage, InstanceMessage.LeaveHeard>ask(
            actorOf(leaving),
            replyTo -> new InstanceMessage.Leave(order.actor(), own, order.reason(), replyTo),
            PATIENCE,
            system.scheduler())
        .handleAsync(
            (heard, failure) -> answer(name, Optional.ofNullable(heard), all),
            system.executionContext());
  }

  private LeaveAnswer answer(
      String name, Optional<InstanceMessage.LeaveHeard> heard, List<Seen> all) {
    if (heard.isEmpty()) {
      return new LeaveAnswer.Refused(
          LeaveRejection.NO_ANSWER, name + " did not answer, so it is not known whether it leaves");
    }
    return heard.get().begins()
        ? new LeaveAnswer.Begun(name, leaderWithout(name, all), name.equals(own))
        : new LeaveAnswer.Refused(LeaveRejection.LEAVES_ALREADY, name + " leaves already");
  }

  /** The leader, if it stays; or else the oldest of the others, which becomes leader. */
  private static Optional<String> leaderWithout(String name, List<Seen> all) {
    List<Seen> others =
        all.stream()
            .filter(each -> !each.view().instance().equals(name))
            .filter(each -> each.view().state().canLead())
            .toList();
    return others.stream()
        .filter(each -> each.view().state().leads())
        .findFirst()
        .or(
            () ->
                others.stream().min((one, two) -> one.member().isOlderThan(two.member()) ? -1 : 1))
        .map(each -> each.view().instance());
  }
}
