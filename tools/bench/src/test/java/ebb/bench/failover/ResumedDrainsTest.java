package ebb.bench.failover;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ResumedDrainsTest {
  private static final OffsetDateTime KILLED = OffsetDateTime.parse("2030-01-01T00:00:10Z");

  @TempDir private Path folder;

  @Test
  void shouldFindTheLastOneInAnyLog() throws IOException {
    var logs =
        List.of(
            log("rm2", goesOn("00:00:17.250"), other("00:00:19.000")),
            log("rm3", goesOn("00:00:16.000")));

    assertThat(ResumedDrains.last(logs, KILLED))
        .contains(OffsetDateTime.parse("2030-01-01T00:00:17.250Z"));
  }

  @Test
  void shouldNotTellOfMovesBeforeTheLoss() throws IOException {
    var logs = List.of(log("rm2", goesOn("00:00:09.999"), other("00:00:19.000")));

    assertThat(ResumedDrains.last(logs, KILLED)).isEmpty();
  }

  private static String goesOn(String time) {
    return line(
        time,
        "nodeId=nm1:8041 epoch=1 DECOMMISSIONING continues startedAt=2030-01-01T00:00:00Z"
            + " deadline=2030-01-01T10:00:00Z");
  }

  private static String other(String time) {
    return line(time, "nodeId=nm1:8041 status=WAIT_CONTAINER secondsLeft=3600");
  }

  private static String line(String time, String message) {
    return "2030-01-01T%sZ INFO  [ebb-1] ebb.node.RMNode - %s".formatted(time, message);
  }

  private Path log(String name, String... lines) throws IOException {
    return Files.write(folder.resolve(name), List.of(lines));
  }
}
