package ebb.hadoop.tracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ebb.domain.provenance.PeerNetwork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A name server that does not answer for some hosts keeps nobody else waiting. */
class PerHostExecutorTest {
  private final CountDownLatch nameServer = new CountDownLatch(1);
  private final PerHostExecutor lane = new PerHostExecutor(Duration.ofSeconds(20));

  @AfterEach
  void stop() {
    nameServer.countDown();
    lane.close();
  }

  @Test
  void shouldServeOtherHostsWhileAHundredHang() throws Exception {
    // given more hosts that hang than there are threads at first
    for (int i = 0; i < 100; i++) {
      hangs("slow" + i);
    }
    // when
    List<CompletableFuture<String>> others = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      String host = "fast" + i;
      others.add(lane.run(host, Optional.empty(), () -> host).toCompletableFuture());
    }
    // then
    for (int i = 0; i < 1000; i++) {
      assertThat(others.get(i).get(10, TimeUnit.SECONDS)).isEqualTo("fast" + i);
    }
  }

  @Test
  void shouldHoldOneThreadForAHostThatKnocksAgainAndAgain() throws InterruptedException {
    AtomicInteger begun = new AtomicInteger();
    CountDownLatch first = new CountDownLatch(1);
    for (int i = 0; i < 300; i++) {
      lane.run(
          "slow",
          Optional.empty(),
          () -> {
            begun.incrementAndGet();
            first.countDown();
            return awaitNameServer();
          });
    }

    CompletableFuture<String> other =
        lane.run("fast", Optional.empty(), () -> "found").toCompletableFuture();

    assertThat(other).succeedsWithin(Duration.ofSeconds(10)).isEqualTo("found");
    assertThat(first.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(begun).hasValue(1);
  }

  @Test
  void shouldGiveUpInBoundedTimeAndNotDoWhatNobodyWaitsForAnyMore() {
    // given
    try (PerHostExecutor impatient = new PerHostExecutor(Duration.ofMillis(200))) {
      AtomicInteger late = new AtomicInteger();
      var first =
          impatient.run("slow", Optional.empty(), this::awaitNameServer).toCompletableFuture();
      var second =
          impatient.run("slow", Optional.empty(), late::incrementAndGet).toCompletableFuture();
      // then
      assertThatThrownBy(() -> first.get(10, TimeUnit.SECONDS))
          .hasCauseInstanceOf(TimeoutException.class);
      assertThatThrownBy(() -> second.get(10, TimeUnit.SECONDS))
          .hasCauseInstanceOf(TimeoutException.class);
      // when the name server answers after all
      nameServer.countDown();
      await()
          .untilAsserted(
              () ->
                  assertThat(
                          impatient
                              .run("slow", Optional.empty(), () -> "found")
                              .toCompletableFuture())
                      .succeedsWithin(Duration.ofSeconds(1)));
      // then
      assertThat(late).hasValue(0);
    }
  }

  @Test
  void shouldServeOthersWhileMoreNamesOfOnePeerHangThanThereAreThreads() {
    // given
    AtomicInteger begun = new AtomicInteger();
    List<CompletableFuture<String>> hanging = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      hanging.add(
          run(
              "10.0.0.66",
              "slow" + i,
              () -> {
                begun.incrementAndGet();
                return awaitNameServer();
              }));
    }
    await().untilAsserted(() -> assertThat(begun).hasValue(PerHostExecutor.MOST_OF_A_NETWORK));
    // then
    for (int i = 0; i < 1_000; i++) {
      assertThat(run("10.0.1." + i % 250, "fast" + i, () -> "found"))
          .succeedsWithin(Duration.ofSeconds(5));
    }
    assertThat(begun).hasValue(PerHostExecutor.MOST_OF_A_NETWORK);
    // when the names are known after all
    nameServer.countDown();
    // then each has its turn
    assertThat(hanging).allSatisfy(each -> assertThat(each).succeedsWithin(Duration.ofSeconds(10)));
  }

  @Test
  void shouldServeAWholeFleetBehindOneAddressWhileSomeOfItsNamesHang() {
    for (int i = 0; i < PerHostExecutor.MOST_OF_A_NETWORK - 1; i++) {
      var unused = run("10.0.0.7", "slow" + i, this::awaitNameServer);
    }

    for (int i = 0; i < 5_000; i++) {
      assertThat(run("10.0.0.7", "fast" + i, () -> "found")).succeedsWithin(Duration.ofSeconds(5));
    }
  }

  @Test
  void shouldServeAHostThatAnotherPeerNamesWhoseNetworkIsFull() {
    // given
    for (int i = 0; i < PerHostExecutor.MOST_OF_A_NETWORK; i++) {
      var unused = run("10.0.0.66", "slow" + i, this::awaitNameServer);
    }
    for (int i = 0; i < 100; i++) {
      var unused = run("10.0.0.66", "victim", () -> "found");
    }
    // when
    var victim = run("10.0.1.17", "victim", () -> "found");
    // then
    assertThat(victim).succeedsWithin(Duration.ofSeconds(5));
  }

  /** Each place that one waits for is passed on, whoever gives up on the way to it. */
  @Test
  void shouldForgetWhatNobodyWaitsForAnyMore() {
    try (PerHostExecutor impatient = new PerHostExecutor(Duration.ofMillis(300))) {
      // given hosts and a network that are in use, and more that wait for both
      Optional<PeerNetwork> network = Optional.of(PeerNetwork.of("10.0.0.66"));
      List<CompletableFuture<String>> waiting = new ArrayList<>();
      for (int i = 0; i < 4 * PerHostExecutor.MOST_OF_A_NETWORK; i++) {
        waiting.add(
            impatient.run("slow" + i / 2, network, this::awaitNameServer).toCompletableFuture());
      }
      // when all have given up
      assertThat(waiting).allSatisfy(each -> assertThat(each).failsWithin(Duration.ofSeconds(10)));
      // then those that had not begun are gone
      assertThat(impatient.waiting()).isZero();
      // when those that had begun are done
      nameServer.countDown();
      // then every host and the network are free
      for (int i = 0; i < 2 * PerHostExecutor.MOST_OF_A_NETWORK; i++) {
        String host = "slow" + i;
        await()
            .pollDelay(Duration.ZERO)
            .untilAsserted(
                () ->
                    assertThat(impatient.run(host, network, () -> "found").toCompletableFuture())
                        .succeedsWithin(Duration.ofSeconds(1)));
      }
      await().untilAsserted(() -> assertThat(impatient.isIdle()).isTrue());
    }
  }

  @Test
  void shouldPassAFailureOn() {
    var failing =
        lane.run(
                "host",
                Optional.empty(),
                () -> {
                  throw new IllegalStateException("no such script");
                })
            .toCompletableFuture();

    assertThatThrownBy(() -> failing.get(10, TimeUnit.SECONDS))
        .hasRootCauseMessage("no such script");
  }

  private void hangs(String host) {
    lane.run(host, Optional.empty(), this::awaitNameServer);
  }

  private CompletableFuture<String> run(String from, String host, Supplier<String> work) {
    return lane.run(host, Optional.of(PeerNetwork.of(from)), work).toCompletableFuture();
  }

  private String awaitNameServer() {
    try {
      nameServer.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return "late";
  }
}
