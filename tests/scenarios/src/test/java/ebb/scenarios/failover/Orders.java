package ebb.scenarios.failover;

import static org.awaitility.Awaitility.await;

import ebb.demo.client.DrainView;
import ebb.demo.cluster.ExcludedHost;
import ebb.scenarios.BeatingNode;
import ebb.scenarios.DrainingNodes;
import ebb.scenarios.KilledCluster;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * An operator who issues one order after the other, and repeats each until it is acknowledged:
 * refreshes that change the timeout of one node, and direct changes of another node's timeout.
 */
final class Orders {
  private static final Duration FIRST = Duration.ofHours(3);

  private final KilledCluster cluster;
  private final List<ExcludedHost> others;
  private final BeatingNode refreshed;
  private final BeatingNode retimed;
  private final List<Instant> answers = new ArrayList<>();
  private final CompletableFuture<Void> end;
  private volatile boolean enough;

  private Orders(
      KilledCluster cluster,
      List<ExcludedHost> others,
      BeatingNode refreshed,
      BeatingNode retimed) {
    this.cluster = cluster;
    this.others = others;
    this.refreshed = refreshed;
    this.retimed = retimed;
    end = CompletableFuture.runAsync(this::giveAll);
  }

  /**
   * Starts to issue them.
   *
   * @param others excluded as they are
   * @param two drain already
   */
  static Orders begin(KilledCluster cluster, List<ExcludedHost> others, List<BeatingNode> two) {
    return new Orders(cluster, others, two.get(0), two.get(1));
  }

  private void giveAll() {
    Map<BeatingNode, DrainView> drains = cluster.drains(List.of(refreshed, retimed));
    for (int i = 0; !enough; i++) {
      Duration timeout = FIRST.plusSeconds(i);
      List<ExcludedHost> all = new ArrayList<>(others);
      all.add(ExcludedHost.within(refreshed.id().host(), timeout));
      all.add(ExcludedHost.of(retimed.id().host()));
      cluster.exclude(all);
      cluster.drain(DrainingNodes.REQUEST);
      cluster.book().acknowledged(refreshed.id(), epoch(drains, refreshed), timeout);
      noteAnswer();
      await()
          .atMost(KilledCluster.PATIENCE)
          .ignoreExceptionsInstanceOf(IOException.class)
          .until(
              () -> {
                cluster.loopback().adminApi().changeTimeout(retimed.id(), timeout);
                return true;
              });
      cluster.book().acknowledged(retimed.id(), epoch(drains, retimed), timeout);
      noteAnswer();
    }
  }

  private static long epoch(Map<BeatingNode, DrainView> drains, BeatingNode node) {
    return Optional.ofNullable(drains.get(node)).orElseThrow().epoch();
  }

  private synchronized void noteAnswer() {
    answers.add(Instant.now());
  }

  private synchronized List<Instant> answers() {
    return List.copyOf(answers);
  }

  /** Waits until this many more are acknowledged. */
  void awaitMore(int count) {
    int wanted = answers().size() + count;
    await()
        .atMost(KilledCluster.PATIENCE)
        .until(
            () -> {
              if (end.isCompletedExceptionally()) {
                end.join();
              }
              return answers().size() >= wanted;
            });
  }

  /** Returns when the last one is acknowledged. */
  void end() throws ExecutionException, InterruptedException, TimeoutException {
    enough = true;
    end.get(KilledCluster.PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  /** All acknowledged orders, and the longest time without an answer. */
  String summary() {
    List<Instant> all = answers();
    Duration longest = Duration.ZERO;
    for (int i = 1; i < all.size(); i++) {
      Duration between = Duration.between(all.get(i - 1), all.get(i));
      longest = between.compareTo(longest) > 0 ? between : longest;
    }
    return all.size()
        + " orders acknowledged; longest time without one: "
        + longest.toMillis()
        + " ms";
  }
}
