package ebb.app;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.app.instance.EbbInstance;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Who starts an instance hears what it waits for. */
final class AwaitServingTest {
  @Test
  void shouldSayOnceOfEachThingThatItWaitsForIt() throws Exception {
    // given a start that waits for others, twice as long for them as for Hadoop
    CompletableFuture<String> serving = new CompletableFuture<>();
    Queue<String> steps = new ArrayDeque<>(List.of("the others", "the others", "Hadoop"));
    List<String> said = new ArrayList<>();
    // when
    String result =
        EbbInstance.await(
            serving,
            Duration.ofMillis(1),
            () -> {
              String now = steps.remove();
              if (steps.isEmpty()) {
                serving.complete("serves");
              }
              return now;
            },
            said::add);
    // then
    assertThat(result).isEqualTo("serves");
    assertThat(said).containsExactly("the others", "Hadoop");
  }
}
