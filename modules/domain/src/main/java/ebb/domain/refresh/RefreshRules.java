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

/** Decides what becomes of a refresh: first by itself, then by what the files and the nodes say. */
public final class RefreshRules {
  private RefreshRules() {}

  /**
   * What is decided before anything is read.
   *
   * @param actor who asks
   * @return empty if it takes the lists and the nodes to decide
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
   * @param found as the files have it, or what is in force if the request reads no lists
   * @param written when that was written
   * @param protectDrains whether this is asked of refreshes: NORMAL ends no drain that runs, and no
   *     refresh lets hosts back in because the file lacks them which operators excluded through Ebb
   * @param dryRun whether the plan is only to be shown
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
   * The graceful refresh that is to put an edit of the exclude file in force. It keeps the timeouts
   * of drains that run.
   *
   * @param state with the edit
   * @param found as the files will have it
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
   * Empty if any plan will do, or this one is the one that is wanted.
   *
   * @param shown as the plan is now
   */
  public static Optional<Refused> refuseMoved(
      NodesListState state, Optional<PlanToken> wanted, Shown shown) {
    return wanted
        .filter(token -> !token.equals(shown.token()))
        .map(token -> PlanDifference.of(token, shown.token(), state, shown.plan()))
        .map(reason -> new Refused(Refusal.PLAN_CHANGED, reason));
  }

  /**
   * Of a node that may be draining, and that a new leader has not heard of yet, nobody knows
   * whether NORMAL has to take it out or to leave it alone.
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
                        .filter(at -> lists.verdictOn(at).isExcluded())
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
   * A stale copy is neither put in force nor edited unless that is meant: it would call off the
   * drains of hosts that it does not have. Content that returns is none if it was written later
   * than what is in force came into force: a configuration management puts a file back to what it
   * was at every recommission. What to do about a refusal is for whoever asks: the API and the
   * command say it differently.
   *
   * @param lists as the files have them
   * @param written when each of them was written
   * @param protectDrains see {@link #decide}
   * @return empty unless they were in force once and were replaced, and a list that differs from
   *     the one in force is not known to be written since
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
                "The lists in the files were in force once and were replaced at "
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
