package ebb.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A name server that does not answer for some hosts keeps nobody else waiting. */
class HostLaneTest {
  private final CountDownLatch nameServer = new CountDownLatch(1);
  private final HostLane lane = new HostLane(Duration.ofSeconds(20));

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
      others.add(lane.run(host, () -> host).toCompletableFuture());
    }
    // then
    for (int i = 0; i < 1000; i++) {
      assertThat(others.get(i).get(10, TimeUnit.SECONDS)).isEqualTo("fast" + i);
    }
  }

  @Test
  void shouldHoldOneThreadForAHostThatKnocksAgainAndAgain() {
    AtomicInteger begun = new AtomicInteger();
    for (int i = 0; i < 300; i++) {
      lane.run(
          "slow",
          () -> {
            begun.incrementAndGet();
            return awaitNameServer();
          });
    }

    CompletableFuture<String> other = lane.run("fast", () -> "found").toCompletableFuture();

    assertThat(other).succeedsWithin(Duration.ofSeconds(10)).isEqualTo("found");
    assertThat(begun).hasValue(1);
  }

  @Test
  void shouldGiveUpInBoundedTimeAndNotDoWhatNobodyWaitsForAnyMore() {
    // given
    try (HostLane impatient = new HostLane(Duration.ofMillis(200))) {
      AtomicInteger late = new AtomicInteger();
      var first = impatient.run("slow", this::awaitNameServer).toCompletableFuture();
      var second = impatient.run("slow", late::incrementAndGet).toCompletableFuture();
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
                  assertThat(impatient.run("slow", () -> "found").toCompletableFuture())
                      .succeedsWithin(Duration.ofSeconds(1)));
      // then
      assertThat(late).hasValue(0);
    }
  }

  @Test
  void shouldPassAFailureOn() {
    var failing =
        lane.run(
                "host",
                () -> {
                  throw new IllegalStateException("no such script");
                })
            .toCompletableFuture();

    assertThatThrownBy(() -> failing.get(10, TimeUnit.SECONDS))
        .hasRootCauseMessage("no such script");
  }

  private void hangs(String host) {
    lane.run(host, this::awaitNameServer);
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
