package ebb.scenarios.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ebb.demo.client.NodeView;
import ebb.demo.client.RefreshAnswer;
import ebb.domain.DecommissionCause;
import ebb.domain.NodeEvent.NodeDecommissioned;
import ebb.domain.NodeEvent.NodeRegistered;
import ebb.scenarios.BeatingNode;
import ebb.scenarios.LoneInstance;
import ebb.scenarios.ShellCommands;
import ebb.scenarios.Written;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nothing can be written for a while, though the disk of the only instance is there. */
@Tag("long")
@SuppressWarnings("NullAway.Init") // start() creates the nodes
class FullDiskIT extends DiskFixture {
  private static final int MEGABYTES = 48;
  private static final Duration SHORT = Duration.ofSeconds(15);
  private static final Duration NOTICED = Duration.ofSeconds(10);
  private static final Duration RECOVERED = Duration.ofSeconds(15);

  /** Readiness and sub-status show it, and everything resumes within seconds once there is room. */
  @Test
  void shouldGoOnWhenTheDiskHasRoomAgain() throws Exception {
    TemporaryDisk small = TemporaryDisk.at(instance.data(), MEGABYTES);
    disk = Optional.of(small);
    goesOnAfter("full disk", small::fill, small::clear);
  }

  /** Every write to a file fails, as on a broken disk. */
  @Test
  void shouldGoOnWhenWritesDoNotFailAnyMore() throws Exception {
    goesOnAfter(
        "failing writes", () -> limitFileSize("0:unlimited"), () -> limitFileSize("unlimited"));
  }

  private void limitFileSize(String limit) throws IOException, InterruptedException {
    ShellCommands.run("prlimit", "--pid=" + instance.process().process().pid(), "--fsize=" + limit);
  }

  private interface Step {
    void run() throws IOException, InterruptedException;
  }

  private void goesOnAfter(String what, Step breakIt, Step mendIt) throws Exception {
    // given a drain that is due soon
    instance.start();
    BeatingNode serving = instance.startNode("127.0.53.1");
    BeatingNode draining = instance.startNode("127.0.53.2");
    instance.drain(draining, SHORT);
    Instant deadline = instance.drainOf(draining).orElseThrow().deadline().orElseThrow();

    // when nothing can be written
    breakIt.run();
    Instant broken = Instant.now();
    BeatingNode late = instance.startUnregistered("127.0.53.3");

    // then that is seen, nothing is acknowledged, and the deadline passes for all to see
    await().atMost(NOTICED).untilAsserted(this::expectUnready);
    report(what, "not ready", broken);
    assertThatThrownBy(instance::refresh).isInstanceOf(IOException.class);
    await()
        .atMost(LoneInstance.PATIENCE)
        .until(
            () ->
                Instant.now().isAfter(deadline.plusSeconds(1))
                    && statusOf(draining).contains("TIMEOUT"));
    assertThat(instance.view(draining).orElseThrow().is("DECOMMISSIONING")).isTrue();
    assertThat(late.registrations()).isZero();
    int beats = serving.heartbeats();
    await().atMost(LoneInstance.PATIENCE).until(() -> serving.heartbeats() > beats);
    expectUnready();

    // when it can be written again
    mendIt.run();
    Instant mended = Instant.now();

    // then all goes on
    await().atMost(RECOVERED).until(() -> instance.process().adminApi().isReady());
    report(what, "ready", mended);
    await()
        .atMost(RECOVERED)
        .until(() -> instance.view(draining).orElseThrow().is("DECOMMISSIONED"));
    report(what, "drain ended", mended);
    await()
        .atMost(RECOVERED)
        .until(() -> instance.view(late).filter(view -> view.is("RUNNING")).isPresent());
    report(what, "node registered", mended);
    RefreshAnswer answer =
        await()
            .atMost(RECOVERED)
            .ignoreExceptionsInstanceOf(IOException.class)
            .until(
                () ->
                    instance
                        .process()
                        .adminApi()
                        .drain(LoneInstance.PATIENCE, UUID.randomUUID().toString()),
                all -> true);
    report(what, "refresh accepted", mended);
    assertThat(Duration.between(mended, Instant.now())).isLessThan(RECOVERED);

    // and all of it survives
    instance.kill();
    instance.start();
    instance.awaitState(serving, "RUNNING");
    instance.awaitState(late, "RUNNING");
    assertThat(instance.view(draining).orElseThrow().is("DECOMMISSIONED")).isTrue();
    instance.stop();
    Written written = new Written(instance.cluster().journal());
    assertThat(written.causes(List.of(draining))).containsExactly(DecommissionCause.TIMEOUT);
    assertThat(written.events(NodeRegistered.class, List.of(late))).isNotEmpty();
    assertThat(written.events(NodeDecommissioned.class)).hasSize(1);
    assertThat(written.refreshes())
        .anyMatch(refresh -> refresh.toString().contains(answer.operationId()));
  }

  private String statusOf(BeatingNode node) throws IOException {
    return instance.view(node).flatMap(NodeView::status).orElse("");
  }

  private void expectUnready() {
    assertThatThrownBy(() -> instance.process().adminApi().warnings())
        .hasMessageContaining("503")
        .hasMessageContaining("the journal cannot be written");
  }

  private static void report(String what, String step, Instant since) {
    System.out.println(
        what + ": " + step + " after " + Duration.between(since, Instant.now()).toMillis() + " ms");
  }
}
