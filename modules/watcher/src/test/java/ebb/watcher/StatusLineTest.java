package ebb.watcher;

import static ebb.watcher.Drains.NODE;
import static ebb.watcher.Drains.T0;
import static ebb.watcher.Drains.drain;
import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.DrainStatus;
import ebb.domain.DrainTimeout;
import ebb.domain.Workload;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class StatusLineTest {

  @Test
  void shouldTellAllThatAnOperatorAsksFor() {
    // given
    var workload = new Workload(2, new TreeSet<>(Set.of("app_1", "app_2")));

    // when
    var line =
        new StatusLine(
            NODE,
            drain(3, DrainTimeout.ofSeconds(60)),
            DrainStatus.WAIT_CONTAINER,
            Optional.of(workload),
            T0.plusSeconds(45));

    // then
    assertThat(line)
        .hasToString(
            "nodeId=nm1.example:8041 epoch=3 status=WAIT_CONTAINER containers=2"
                + " applications=2 [app_1,app_2] secondsLeft=15 secondsSinceStart=45"
                + " actor=alice operation=op-7");
  }

  @Test
  void shouldNotTakeAnUnknownWorkloadForNone() {
    var line =
        new StatusLine(
            NODE,
            drain(1, DrainTimeout.INFINITE),
            DrainStatus.WAIT_CONTAINER,
            Optional.empty(),
            T0);

    assertThat(line.toString())
        .contains("containers=unknown applications=unknown secondsLeft=infinite");
  }

  @Test
  void shouldNotCountBelowZero() {
    var line =
        new StatusLine(
            NODE,
            drain(1, DrainTimeout.ofSeconds(60)),
            DrainStatus.TIMEOUT,
            Optional.of(Workload.NOTHING),
            T0.plusSeconds(90));

    assertThat(line.toString()).contains("applications=0 secondsLeft=0 secondsSinceStart=90");
  }

  @Test
  void shouldNameTenApplicationsAndCountThemAll() {
    var applications =
        IntStream.range(100, 150)
            .mapToObj(Integer::toString)
            .collect(Collectors.toCollection(TreeSet::new));

    var line =
        new StatusLine(
            NODE,
            drain(1, DrainTimeout.INFINITE),
            DrainStatus.WAIT_APP,
            Optional.of(new Workload(0, applications)),
            T0);

    assertThat(line.toString())
        .contains("applications=50 [100,101,102,103,104,105,106,107,108,109,…]");
  }
}
