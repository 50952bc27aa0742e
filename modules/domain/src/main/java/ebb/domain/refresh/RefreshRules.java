package ebb.domain.refresh;

import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.ListSettings;
import ebb.domain.lists.ListTimes;
import ebb.domain.lists.NodesListState;
import ebb.domain.lists.RefreshType;
import ebb.domain.lists.Tracking;
import ebb.domain.refresh.OperationRules.Other;
import ebb.domain.refresh.OperationRules.Repetition;
import ebb.domain.refresh.OperationRules.Same;
import ebb.domain.refresh.RefreshDecision.NothingToDo;
import ebb.domain.refresh.RefreshDecision.Planned;
import ebb.domain.refresh.RefreshDecision.Refusal;
import ebb.domain.refresh.RefreshDecision.Refused;
import ebb.domain.refresh.RefreshDecision.Repeated;
import ebb.domain.refresh.RefreshDecision.Shown;
import ebb.domain.text.NaturalOrder;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Decides on a refresh: first by the request alone, then by the files and the nodes. */
public final class RefreshRules {
  private RefreshRules() {}

  /**
   * Decides what can be decided before anything is read.
   *
   * @param actor who sends the request
   * @return empty if the decision needs the lists and the nodes
   */
  public static Optional<RefreshDecision> atOnce(
      NodesListState state, RefreshRequest request, String actor) {
    Repetition repetition = OperationRules.repetition(state, request, actor);
    if (repetition instanceof Same same) {
      return Optional.of(new Repeated(same.operation()));
    } else if (repetition instanceof Other other) {
      return Optional.of(
          new Refused(
              Refusal.KEY_REUSED,
              "The key was used for another request, which became operation "
                  + other.operation().id()));
    }
    return request
        .ofOperation()
        .filter(id -> state.operations().find(id).isEmpty())
        .map(id -> new Refused(Refusal.UNKNOWN_OPERATION, "No operation " + id));
  }

  /**
   * Decides on a refresh that {@link #atOnce} left open.
   *
   * @param found the settings read from the files, or those in force if the request reads no lists
   * @param written when the lists were written
   * @param protectDrains whether drains are protected: NORMAL ends no running drain, and no refresh
   *     readmits hosts that operators excluded through Ebb only because the file does not contain
   *     them
   * @param dryRun whether the plan is only shown
   * @param view see {@link NodesListRules#plan}
   * @param beingAdmitted see there
   */
  public static RefreshDecision decide(
      NodesListState state,
      RefreshRequest request,
      boolean dryRun,
      ListSettings found,
      ListTimes written,
      UntrackedPolicy policy,
      boolean protectDrains,
      Map<NodeId, NodeLifecycle> view,
      Predicate<NodeId> beingAdmitted) {
    if (request.readsLists() && !request.acceptOlder()) {
      Optional<Refused> older = refuseOlder(state, found.lists(), written, protectDrains);
      if (older.isPresent()) {
        return older.get();
      }
    }
    ListSettings settings = NodesListRules.toPutInForce(state, request, found, protectDrains);
    if (protectDrains && request.type() == RefreshType.NORMAL) {
      Optional<Refused> unseen = refuseUnseen(state, settings.lists(), view);
      if (unseen.isPresent()) {
        return unseen.get();
      }
    }
    RefreshPlan plan =
        NodesListRules.plan(state, request, settings, policy, protectDrains, view, beingAdmitted);
    if (dryRun || request.plan().isPresent()) {
      Shown shown = shown(state, request, settings, plan);
      Optional<Refused> moved = refuseMoved(state, request.plan(), shown);
      if (dryRun || moved.isPresent()) {
        return moved.<RefreshDecision>map(refused -> refused).orElse(shown);
      }
    }
    boolean endsNothing = request.ofOperation().isPresent() && plan.decisions().isEmpty();
    return endsNothing ? new NothingToDo() : new Planned(plan);
  }

  /**
   * The graceful refresh that puts an edit of the exclude file in force. It keeps the timeouts of
   * running drains.
   *
   * @param state including the edit
   * @param found the settings as the files will contain them
   * @param policy see {@link #decide}
   */
  public static Shown foresee(
      NodesListState state,
      ListSettings found,
      UntrackedPolicy policy,
      boolean protectDrains,
      Map<NodeId, NodeLifecycle> view,
      Predicate<NodeId> beingAdmitted) {
    RefreshRequest request =
        new RefreshRequest(
            RefreshType.GRACEFUL,
            Optional.empty(),
            Tracking.SERVER,
            Optional.empty(),
            true,
            true,
            Optional.empty());
    ListSettings settings = NodesListRules.toPutInForce(state, request, found, protectDrains);
    return shown(
        state,
        request,
        settings,
        NodesListRules.plan(state, request, settings, policy, protectDrains, view, beingAdmitted));
  }

  private static Shown shown(
      NodesListState state, RefreshRequest request, ListSettings settings, RefreshPlan plan) {
    long listVersion = state.listVersion() + 1;
    HostLists lists = settings.lists();
    return new Shown(plan, PlanToken.of(request, listVersion, lists, plan), lists, listVersion);
  }

  /**
   * Rejects a plan that has changed; empty if any plan is accepted, or if this is the wanted one.
   *
   * @param shown the current plan
   */
  public static Optional<Refused> refuseMoved(
      NodesListState state, Optional<PlanToken> wanted, Shown shown) {
    return wanted
        .filter(token -> !token.equals(shown.token()))
        .map(token -> PlanDifference.of(token, shown.token(), state, shown.plan()))
        .map(reason -> new Refused(Refusal.PLAN_CHANGED, reason));
  }

  /**
   * Rejects the refresh while a node that may be draining has not reported to a new leader: it is
   * not known whether NORMAL has to end its service or leave it alone.
   */
  private static Optional<Refused> refuseUnseen(
      NodesListState state, HostLists lists, Map<NodeId, NodeLifecycle> view) {
    List<NodeId> unseen =
        state.unsettledIds().stream()
            .filter(node -> !view.containsKey(node))
            .filter(
                node ->
                    state
                        .addressOf(node)
                        .filter(at -> lists.verdictOn(at).isDisallowed())
                        .isPresent())
            .sorted(Comparator.comparing(NodeId::toString, NaturalOrder.INSTANCE))
            .toList();
    return unseen.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Refused(
                Refusal.NODES_NOT_SEEN,
                "This leader does not know yet which drains run, and ebb.protect-drains leaves"
                    + " those to their deadlines; "
                    + unseen.get(0)
                    + (unseen.size() == 1 ? "" : " and " + (unseen.size() - 1) + " more")
                    + " may be draining; nothing was changed. A graceful refresh does not wait for"
                    + " that"));
  }

  /**
   * Rejects a stale copy of the files. It is neither put in force nor edited unless that is
   * intended, because it would cancel the drains of hosts that it does not contain. Content that
   * returns is not stale if it was written after the lists in force came into force: configuration
   * management restores a file's earlier content at every recommission. The caller adds what to do
   * about the rejection: the API and the command line word it differently.
   *
   * @param lists as read from the files
   * @param written when each of them was written
   * @param protectDrains see {@link #decide}
   * @return empty unless the lists were in force earlier and have been replaced, and a list that
   *     differs from the one in force is not known to have been written since
   */
  public static Optional<Refused> refuseOlder(
      NodesListState state, HostLists lists, ListTimes written, boolean protectDrains) {
    if (!state.areOlder(lists)) {
      return Optional.empty();
    }
    HostLists inForce = state.lists();
    HostLists next = state.toPutInForce(lists, protectDrains);
    boolean includesAreOlder =
        !next.includes().equals(inForce.includes()) && !isSince(state, written.includes());
    boolean excludesAreOlder =
        !next.excludes().equals(inForce.excludes()) && !isSince(state, written.excludes());
    return includesAreOlder || excludesAreOlder
        ? Optional.of(
            new Refused(
                Refusal.OLDER_LISTS,
                "The lists in the files were superseded at "
                    + state.listsSince()
                    + "; "
                    + (excludesAreOlder
                        ? lastWritten("exclude", written.excludes())
                        : lastWritten("include", written.includes()))
                    + ", so that it may be a stale copy"))
        : Optional.empty();
  }

  private static boolean isSince(NodesListState state, Optional<Instant> written) {
    return written.filter(at -> !at.isBefore(state.listsSince())).isPresent();
  }

  private static String lastWritten(String list, Optional<Instant> written) {
    return written
        .map(at -> "the " + list + " file was written before that, at " + at)
        .orElse("it is not known when the " + list + " file was written");
  }
}
