package ebb.admin.scalein;

import ebb.admin.http.ProblemCode;
import ebb.admin.http.ProblemException;
import ebb.admin.json.ScaleInBody;
import ebb.admin.json.ScaleInJson;
import ebb.admin.routes.LeaderClient;
import ebb.domain.DrainTimeout;
import ebb.domain.lists.OperatorExclude;
import ebb.domain.lists.RefreshType;
import ebb.domain.lists.RequestKey;
import ebb.domain.lists.Tracking;
import ebb.domain.queue.QueuedDrain;
import ebb.domain.refresh.PlanToken;
import ebb.domain.refresh.QueueRules;
import ebb.domain.refresh.RefreshRequest;
import ebb.domain.scalein.ScaleInHost;
import ebb.domain.scalein.ScaleInRules;
import ebb.domain.scalein.ScaleInRules.Choice;
import ebb.domain.scalein.ScaleInRules.Chosen;
import ebb.domain.scalein.ScaleInRules.Nothing;
import ebb.domain.scalein.ScaleInRules.TooMuch;
import ebb.hosts.ListEdit;
import ebb.nodeslist.observed.ObservedNode;
import ebb.nodeslist.protocol.NodesListReply.ListsSeen;
import ebb.nodeslist.protocol.NodesListReply.QueueSeen;
import ebb.nodeslist.protocol.NodesListReply.Refreshed;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/**
 * One request to scale in, carried out as an operator drains hosts: reads the lists, adds the hosts
 * to the exclude file, refreshes.
 *
 * <p>A request with a key chooses hosts once. The refresh has the key. The edit before it names an
 * operation that follows from the key, so that a repeated request finds the hosts if the first one
 * was interrupted in between.
 */
final class ScaleIn {
  private static final int ATTEMPTS = 5;

  private final LeaderClient leader;
  private final ScaleInBody body;
  private final Optional<RequestKey> key;
  private final String id;
  private final Clock clock;
  private final Executor executor;

  /**
   * @param leader as the caller
   */
  ScaleIn(
      LeaderClient leader,
      ScaleInBody body,
      Optional<RequestKey> key,
      Clock clock,
      Executor executor) {
    this.leader = leader;
    this.body = body;
    this.key = key;
    this.id = "scale-in-" + key.map(ScaleIn::uuid).orElseGet(UUID::randomUUID);
    this.clock = clock;
    this.executor = executor;
  }

  private static UUID uuid(RequestKey key) {
    return UUID.nameUUIDFromBytes(
        (key.fingerprint() + " " + key.key()).getBytes(StandardCharsets.UTF_8));
  }

  /** What is known when the hosts are chosen. */
  private record Fleet(ListsSeen lists, List<ObservedNode> nodes, List<QueuedDrain> waiting) {}

  /** Fails with {@link ProblemException} if nothing is done. */
  CompletionStage<ScaleInJson> run() {
    return attempt(1);
  }

  /** Begins again if somebody else has edited the file in between. */
  private CompletionStage<ScaleInJson> attempt(int number) {
    return earlier()
        .thenComposeAsync(
            known ->
                known.isPresent()
                    ? CompletableFuture.completedStage(known.get())
                    : chooseAndDrain(),
            executor)
        .exceptionallyComposeAsync(
            failure ->
                number < ATTEMPTS && isListsChanged(failure)
                    ? attempt(number + 1)
                    : CompletableFuture.failedStage(failure),
            executor);
  }

  private static boolean isListsChanged(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof ProblemException problem && problem.code() == ProblemCode.LISTS_CHANGED;
  }

  /** The answer of an earlier request with the same key: a dry run of the refresh finds it. */
  private CompletionStage<Optional<ScaleInJson>> earlier() {
    return body.dryRun() || key.isEmpty()
        ? CompletableFuture.completedStage(Optional.empty())
        : leader
            .refresh(refresh(Optional.empty()), body.reason(), true, false)
            .thenApplyAsync(
                found ->
                    found.dryRun()
                        ? Optional.empty()
                        : Optional.of(ScaleInJson.repeated(ScaleInJson.drained(found), found)),
                executor);
  }

  private CompletionStage<ScaleInJson> chooseAndDrain() {
    return leader
        .lists()
        .thenCombineAsync(leader.nodes(), Halves::new, executor)
        .thenCombineAsync(
            leader.queue().thenApply(QueueSeen::drains),
            (known, waiting) -> new Fleet(known.lists(), known.nodes(), waiting),
            executor)
        .thenComposeAsync(this::chooseAndDrain, executor);
  }

  private record Halves(ListsSeen lists, List<ObservedNode> nodes) {}

  private CompletionStage<ScaleInJson> chooseAndDrain(Fleet fleet) {
    List<String> begun =
        fleet.lists().operatorExcludes().stream()
            .filter(each -> each.by().operationId().filter(id::equals).isPresent())
            .map(OperatorExclude::host)
            .toList();
    if (!begun.isEmpty()) {
      return refresh().thenApplyAsync(done -> ScaleInJson.repeated(begun, done), executor);
    }
    String hash = editable(fleet);
    List<ScaleInHost> chosen = choose(fleet);
    Optional<DrainTimeout> timeout = body.timeoutAt(clock.instant());
    SortedMap<String, Optional<DrainTimeout>> add = new TreeMap<>();
    chosen.forEach(host -> add.put(host.host(), timeout));
    return leader
        .edit(
            new ListEdit(hash, add, new TreeSet<>(), false, body.requireConfirmation()),
            body.reason(),
            Optional.of(id),
            body.dryRun(),
            body.plan())
        .thenComposeAsync(
            reply ->
                reply instanceof Refreshed plan
                    ? CompletableFuture.completedStage(plan)
                    : refresh(),
            executor)
        .thenApplyAsync(done -> ScaleInJson.of(chosen, done), executor);
  }

  /**
   * The hash of the exclude file.
   *
   * @throws ProblemException if the file cannot be edited, or if a refresh would put the edits of
   *     others in force; nobody looks at those here
   */
  private static String editable(Fleet fleet) {
    ListsSeen lists = fleet.lists();
    if (lists.files().lists().isEmpty()) {
      throw new ProblemException(
          ProblemCode.LIST_UNREADABLE, lists.files().problem().orElse("The lists cannot be read"));
    } else if (QueueRules.hasOtherEdits(
        lists.files().lists().get(),
        lists.inForce().lists(),
        ScaleInCandidates.hosts(fleet.waiting()))) {
      throw new ProblemException(
          ProblemCode.LISTS_DIFFER,
          "The files have edits that are not in force; refresh, or undo them");
    }
    return lists
        .files()
        .excludeHash()
        .orElseThrow(
            () ->
                new ProblemException(
                    ProblemCode.EXCLUDE_LIST_NOT_CONFIGURED,
                    "yarn-site.xml names no yarn.resourcemanager.nodes.exclude-path"));
  }

  private List<ScaleInHost> choose(Fleet fleet) {
    Choice choice =
        ScaleInRules.choose(
            ScaleInCandidates.of(fleet.nodes(), body.selection(), fleet.lists(), fleet.waiting()),
            body.amount());
    if (choice instanceof Chosen chosen) {
      return chosen.hosts();
    } else if (choice instanceof TooMuch refused) {
      throw new ProblemException(ProblemCode.NOT_ENOUGH_SELECTED, refused.reason());
    } else if (choice instanceof Nothing refused) {
      throw new ProblemException(ProblemCode.NOTHING_SELECTED, refused.reason());
    }
    throw new IllegalStateException("no choice: " + choice);
  }

  private RefreshRequest refresh(Optional<PlanToken> plan) {
    return new RefreshRequest(
        RefreshType.GRACEFUL,
        Optional.empty(),
        Tracking.SERVER,
        Optional.empty(),
        false,
        // Drains of other hosts belong to others.
        true,
        key,
        plan);
  }

  private CompletionStage<Refreshed> refresh() {
    return leader
        .refresh(refresh(body.plan()), body.reason(), false, false)
        .exceptionallyAsync(
            failure -> {
              Throwable cause =
                  failure instanceof CompletionException ? failure.getCause() : failure;
              throw cause instanceof ProblemException problem
                  ? new ProblemException(
                      problem.code(),
                      problem.getMessage()
                          + "; the exclude file is edited, but not in force: send the request"
                          + " again with the same Idempotency-Key, or refresh")
                  : new CompletionException(cause);
            },
            executor);
  }
}
