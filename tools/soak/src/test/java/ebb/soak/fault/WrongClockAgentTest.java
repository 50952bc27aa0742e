package ebb.soak.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The clock of an instance has the error that a step of the soak sets, whatever else fails. */
class WrongClockAgentTest {
  @TempDir Path folder;

  /** As when no file descriptor is left. Otherwise the clock would stay wrong until the end. */
  @Test
  void shouldGoOnReadingAfterAReadThatFailed() throws Exception {
    // given
    WrongClock clock = WrongClock.of(folder, "rm1", Duration.ofSeconds(5));
    Path file = folder.resolve("rm1.offset");
    Thread reader = new Thread(() -> WrongClockAgent.readAgainAndAgain(file));
    reader.start();
    await(() -> ClockOffset.millis == 5_000);
    // when it is there, and cannot be read
    Path folderItself = Files.createSymbolicLink(folder.resolve("link"), folder);
    Files.move(folderItself, file, StandardCopyOption.ATOMIC_MOVE);
    reader.join(500);
    clock.set(Duration.ZERO);
    // then
    await(() -> ClockOffset.millis == 0);
    // and it ends with the test
    Files.delete(file);
    await(() -> !reader.isAlive());
  }

  private static void await(BooleanSupplier so) throws InterruptedException {
    long giveUp = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!so.getAsBoolean()) {
      assertThat(System.nanoTime() - giveUp).as("it is not so in time").isNegative();
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }
}
