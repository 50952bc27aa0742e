package ebb.app.instance;

import static org.assertj.core.api.Assertions.assertThat;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.PostStop;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.ConfigFactory;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a process ends that is told to. */
class ShutdownLatchTest {
  private final CountDownLatch mayStop = new CountDownLatch(1);
  private ActorSystem<Void> system;
  private ShutdownLatch latch;
  private CompletableFuture<Void> ended;

  @BeforeEach
  void start() {
    system =
        ActorSystem.create(
            stopsLate(),
            "ending",
            ConfigFactory.parseString(
                    """
                    akka.actor.provider = local
                    akka.coordinated-shutdown.exit-jvm = off
                    akka.coordinated-shutdown.phases.actor-system-terminate.timeout = 1s
                    """)
                .withFallback(ConfigFactory.load()));
    latch = ShutdownLatch.of(system);
    ended = CompletableFuture.runAsync(latch::await);
  }

  @AfterEach
  void stop() throws Exception {
    mayStop.countDown();
    system.terminate();
    system.getWhenTerminated().toCompletableFuture().get();
  }

  @Test
  void shouldNotWaitForAnActorSystemThatDoesNotTerminate() {
    CoordinatedShutdown.get(system).runAll(CoordinatedShutdown.clusterDowningReason());

    assertThat(ended).succeedsWithin(Duration.ofSeconds(30));
    assertThat(system.getWhenTerminated().toCompletableFuture()).isNotDone();
    assertThat(CoordinatedShutdown.get(system).getShutdownReason())
        .contains(CoordinatedShutdown.clusterDowningReason());
  }

  @Test
  void shouldWaitForWhatIsToBeDoneBefore() {
    var leaving = new CompletableFuture<Done>();
    CoordinatedShutdown.get(system)
        .addTask(CoordinatedShutdown.PhaseClusterLeave(), "leave", () -> leaving);
    mayStop.countDown();

    system.terminate();

    assertThat(leaving).isNotDone();
    assertThat(ended).isNotDone();
    leaving.complete(Done.getInstance());
    assertThat(ended).succeedsWithin(Duration.ofSeconds(30));
    assertThat(system.getWhenTerminated().toCompletableFuture()).isCompleted();
  }

  /** The others may down an instance that has not served yet; its process has to end. */
  @Test
  void shouldNotWaitForAStartThatHasNoFurtherSteps() {
    CompletableFuture<String> neverServes = new CompletableFuture<>();
    var serving = latch.unlessItBegins(neverServes).toCompletableFuture();
    assertThat(serving).isNotDone();

    CoordinatedShutdown.get(system).runAll(CoordinatedShutdown.clusterDowningReason());

    assertThat(serving).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(Optional.empty());
  }

  @Test
  void shouldTellHowAStartEndedThatNothingInterrupted() {
    assertThat(latch.unlessItBegins(CompletableFuture.completedStage("port 1")))
        .isCompletedWithValue(Optional.of("port 1"));
    assertThat(latch.unlessItBegins(CompletableFuture.failedStage(new IOException("in use"))))
        .isCompletedExceptionally();
  }

  private Behavior<Void> stopsLate() {
    return Behaviors.receive(Void.class)
        .onSignal(
            PostStop.class,
            stopped -> {
              mayStop.await();
              return Behaviors.same();
            })
        .build();
  }
}
