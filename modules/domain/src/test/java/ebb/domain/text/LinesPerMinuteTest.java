package ebb.domain.text;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.provenance.PeerNetwork;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LinesPerMinuteTest {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
  private final LinesPerMinute lines = new LinesPerMinute(1, now::get);
  private final List<String> written = new ArrayList<>();

  private void write(String kind, String address) {
    lines.write(written::add, kind, Optional.of(PeerNetwork.of(address)), kind + " " + address);
  }

  private void aMinutePasses() {
    now.addAndGet(Duration.ofMinutes(1).toNanos());
  }

  @Test
  void shouldTellInTheNextMinuteHowManyWereLeftOut() {
    for (int i = 0; i < 1000; i++) {
      write("resync", "10.0.0.1");
    }
    aMinutePasses();
    write("resync", "10.0.0.1");
    aMinutePasses();
    write("resync", "10.0.0.1");

    assertThat(written)
        .containsExactly(
            "resync 10.0.0.1",
            "resync 10.0.0.1 (999 more like it in the last minutes)",
            "resync 10.0.0.1");
  }

  @Test
  void shouldNotLetOnePeerOrKindHideAnother() {
    for (int i = 0; i < 100; i++) {
      write("resync", "10.0.0.1");
      write("resync", "2001:db8::" + i);
    }
    write("resync", "10.0.0.2");
    write("unregister", "10.0.0.1");

    assertThat(written)
        .containsExactly(
            "resync 10.0.0.1", "resync 2001:db8::0", "resync 10.0.0.2", "unregister 10.0.0.1");
  }

  @Test
  void shouldWriteAsManyLinesInAMinuteAsAllowed() {
    LinesPerMinute ten = new LinesPerMinute(10, now::get);
    for (int minute = 0; minute < 2; minute++) {
      for (int i = 0; i < 1000; i++) {
        ten.write(written::add, "refused", Optional.empty(), "refused");
      }
      aMinutePasses();
    }

    assertThat(written)
        .hasSize(20)
        .filteredOn(line -> !line.equals("refused"))
        .containsExactly("refused (990 more like it in the last minutes)");
  }

  /** As of text that the peer chooses. */
  @Test
  void shouldTakeFurtherKindsOfOnePeerTogetherAndHideNoOthers() {
    for (int i = 0; i < 5_000; i++) {
      write("unknown method " + i, "10.0.0.66");
    }
    assertThat(written).hasSize(LinesPerMinute.MOST_KINDS_OF_A_NETWORK + 1);

    for (String address : List.of("10.0.0.1", "10.0.0.2")) {
      write("resync", address);
      assertThat(written).last().isEqualTo("resync " + address);
    }

    aMinutePasses();
    write("resync", "10.0.0.66");
    assertThat(written).last().isEqualTo("resync 10.0.0.66");
  }

  /** As after a failover of a large cluster. */
  @Test
  void shouldTakePeersTogetherAboveAThousandUntilAMinuteIsOver() {
    for (int i = 0; i < 5_000; i++) {
      write("resync", "10.0." + i / 250 + "." + i % 250);
    }
    assertThat(written).hasSize(LinesPerMinute.MOST_NETWORKS + 1);
    write("unregister", "10.1.0.1");
    assertThat(written).last().isEqualTo("unregister 10.1.0.1");

    aMinutePasses();
    write("resync", "10.1.0.1");
    write("resync", "10.1.0.2");
    assertThat(written).endsWith("resync 10.1.0.1", "resync 10.1.0.2");
  }
}
