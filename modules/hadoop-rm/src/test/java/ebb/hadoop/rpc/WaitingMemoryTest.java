package ebb.hadoop.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.provenance.PeerNetwork;
import org.junit.jupiter.api.Test;

/** One peer's requests that wait leave memory for those of others. */
class WaitingMemoryTest {
  private static final int KILOBYTE = 1024;

  /** For 64 requests of a kilobyte, which take four with what belongs to them. */
  private final WaitingMemory memory = new WaitingMemory(64 * 4 * KILOBYTE);

  private int fill(String address) {
    int taken = 0;
    while (memory.take(PeerNetwork.of(address), KILOBYTE)) {
      taken++;
    }
    return taken;
  }

  @Test
  void shouldLeaveAsMuchFreeAsTheGreediestHolds() {
    assertThat(fill("10.0.0.1")).isEqualTo(32);
    assertThat(fill("10.0.0.2")).isEqualTo(16);
    assertThat(fill("10.0.0.3")).isEqualTo(8);
    assertThat(memory.take(PeerNetwork.of("10.0.0.4"), KILOBYTE)).isTrue();
    assertThat(memory.total()).isEqualTo(57 * 4 * KILOBYTE);
  }

  @Test
  void shouldTakeTheAddressesOfAnIpv6NetworkForOnePeer() {
    assertThat(fill("2001:db8::1")).isEqualTo(32);
    assertThat(fill("2001:db8::2")).isZero();
  }

  @Test
  void shouldTakeAgainWhatWasReleased() {
    fill("10.0.0.1");
    for (int i = 0; i < 32; i++) {
      memory.release(PeerNetwork.of("10.0.0.1"), KILOBYTE);
    }

    assertThat(fill("10.0.0.1")).isEqualTo(32);
  }

  @Test
  void shouldLetALargeRequestHaveTheWholeForItself() {
    PeerNetwork from = PeerNetwork.of("10.0.0.1");
    assertThat(memory.take(from, 1024 * KILOBYTE)).isTrue();
    assertThat(memory.take(from, KILOBYTE)).isFalse();
    memory.release(from, 1024 * KILOBYTE);
    assertThat(memory.take(from, KILOBYTE)).isTrue();
    assertThat(memory.take(from, 1024 * KILOBYTE)).isFalse();
  }
}
