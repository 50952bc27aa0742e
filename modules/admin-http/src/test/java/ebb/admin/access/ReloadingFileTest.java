package ebb.admin.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.admin.CapturedLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file whose file system does not answer any more. */
class ReloadingFileTest {
  @TempDir Path folder;

  private final ExecutorService blocking = Executors.newCachedThreadPool();
  private final CountDownLatch answers = new CountDownLatch(1);
  private final AtomicInteger reads = new AtomicInteger();
  private ReloadingFile<Integer> backed;

  @BeforeEach
  void openAndHang() throws Exception {
    Path file = Files.writeString(folder.resolve("users"), "1");
    backed = new ReloadingFile<>(List.of(file), this::read, blocking);
    Files.writeString(file, "another");
  }

  @AfterEach
  void stop() {
    answers.countDown();
    blocking.shutdown();
  }

  /** The first read comes back, and later ones do when the file system answers again. */
  private int read() {
    int which = reads.incrementAndGet();
    try {
      if (which > 1) {
        answers.await();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return which;
  }

  @Test
  void shouldKeepWhatWasReadBeforeAndWaitOnceForASecond() throws Exception {
    try (CapturedLog log = CapturedLog.of(ReloadingFile.class.getName())) {
      // when
      long begin = System.nanoTime();
      assertThat(valueOf(backed.get())).isEqualTo(1);
      Duration first = Duration.ofNanos(System.nanoTime() - begin);
      // then
      assertThat(first).isBetween(Duration.ofMillis(900), Duration.ofSeconds(5));
      for (int i = 0; i < 1000; i++) {
        assertThat(backed.get().toCompletableFuture()).isCompletedWithValue(1);
      }
      assertThat(reads).as("one reader").hasValue(2);
      assertThat(log.messages())
          .singleElement()
          .asString()
          .contains("Keeping the previous content", "users", "within 1000 ms");
    }
  }

  @Test
  void shouldShowWhatIsInTheFileOnceItAnswersAgain() throws Exception {
    try (CapturedLog log = CapturedLog.of(ReloadingFile.class.getName())) {
      assertThat(valueOf(backed.get())).isEqualTo(1);
      // when
      answers.countDown();
      // then
      await().untilAsserted(() -> assertThat(valueOf(backed.get())).isGreaterThan(1));
      assertThat(log.messages()).hasSize(1);
    }
  }

  /** Nothing about the file tells that it can be read by now: a mode has no time of its own. */
  @Test
  void shouldGoOnReadingWhatItCouldNotRead() throws Exception {
    Path file = Files.writeString(folder.resolve("key"), "1");
    AtomicBoolean forbidden = new AtomicBoolean();
    AtomicInteger successes = new AtomicInteger();
    ReloadingFile<Integer> key =
        new ReloadingFile<>(
            List.of(file),
            () -> {
              if (forbidden.get()) {
                throw new IllegalArgumentException("may not be read");
              }
              return successes.incrementAndGet();
            },
            blocking);
    forbidden.set(true);
    Files.writeString(file, "another");
    await().during(ReloadingFile.TICK.plusMillis(500)).until(() -> valueOf(key.get()) == 1);
    // when
    forbidden.set(false);
    // then
    await().untilAsserted(() -> assertThat(valueOf(key.get())).isGreaterThan(1));
  }

  private static int valueOf(CompletionStage<Integer> stage) throws Exception {
    return stage.toCompletableFuture().get(10, TimeUnit.SECONDS);
  }
}
