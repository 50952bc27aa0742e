package ebb.admin.http;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.admin.CapturedLog;
import ebb.admin.http.Connections.Connection;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Of eight connections one address may have four. */
class ConnectionsTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
  private final Connections connections = new Connections(8, MINUTE, 100, now::get);
  private final List<String> aborted = new ArrayList<>();
  private CapturedLog log;

  @BeforeEach
  void listen() {
    log = CapturedLog.of(Connections.class.getName());
  }

  @AfterEach
  void stopListening() {
    log.close();
  }

  @Test
  void shouldLetANewcomerTakeThePlaceOfTheOneOfItsAddressThatHasWaitedLongest() throws Exception {
    // given
    Connection first = open("10.0.0.1", "a1");
    open("10.0.0.2", "b1");
    open("10.0.0.1", "a2");
    open("10.0.0.1", "a3");
    open("10.0.0.1", "a4");
    first.answering();
    first.answered(); // waits anew
    // when
    Connection newcomer = open("10.0.0.1", "a5");
    // then
    assertThat(aborted).containsExactly("a2");
    assertThat(newcomer.isSpare()).isFalse();
  }

  @Test
  void shouldLetANewcomerTakeThePlaceOfTheOldestOfAllWhenAllPlacesAreTaken() throws Exception {
    for (int i = 1; i <= 8; i++) {
      open("10.0.0." + i, "c" + i);
    }

    open("10.0.0.9", "c9");

    assertThat(aborted).containsExactly("c1");
    assertThat(log.messages()).singleElement().asString().contains("10.0.0.9", "8 connections");
  }

  @Test
  void shouldBoundTheHeadOfEachRequestAndNotItsBody() throws Exception {
    Connection connection = open("10.0.0.1", "a1");

    connection.received(100);
    connection.answering();
    connection.received(1_000_000);
    connection.answered();
    connection.received(60);
    connection.received(40);
    assertThat(aborted).isEmpty();

    connection.received(1);
    connection.received(1);
    assertThat(aborted).containsExactly("a1");
  }

  @Test
  void shouldTakeAllAddressesOfAnIpv6NetworkForOne() throws Exception {
    for (int i = 1; i <= 4; i++) {
      open("2001:db8::" + i, "n" + i);
    }

    open("2001:db8::ffff:1", "n5");
    open("2001:db8:0:1::1", "other");

    assertThat(aborted).containsExactly("n1");
  }

  @Test
  void shouldCloseNoneThatIsBeingAnsweredAndGiveSparePlacesThen() throws Exception {
    // given
    for (int i = 1; i <= 4; i++) {
      open("10.0.0.1", "a" + i).answering();
    }
    // when
    Connection spare = open("10.0.0.1", "spare");
    Connection other = open("10.0.0.2", "other");
    // then
    assertThat(spare.isSpare()).isTrue();
    assertThat(other.isSpare()).isFalse();
    assertThat(aborted).isEmpty();
  }

  @Test
  void shouldBoundTheSparePlacesToo() throws Exception {
    // given
    for (int i = 1; i <= 4; i++) {
      open("10.0.0.1", "a" + i).answering();
    }
    List<Connection> spares = new ArrayList<>();
    for (int i = 1; i <= Connections.SPARE; i++) {
      spares.add(open("10.0.0.1", "s" + i));
    }
    // when
    open("10.0.0.1", "next");
    // then
    assertThat(aborted).containsExactly("s1");
    // when none of them waits
    spares.forEach(Connection::answering);
    Connection next = open("10.0.0.1", "another"); // takes the place of "next"
    next.answering();
    // then
    assertThat(connections.open(InetAddress.getByName("10.0.0.1"), () -> {})).isEmpty();
    assertThat(aborted).containsExactly("s1", "next");
  }

  @Test
  void shouldGiveAPlaceBackAtTheEnd() throws Exception {
    for (int i = 1; i <= 100; i++) {
      open("10.0.0.1", "a" + i).ended();
    }

    assertThat(aborted).isEmpty();
    assertThat(connections.abortWaiting(MINUTE)).as("none left").isTrue();
  }

  @Test
  void shouldEndWhatIsNotThereInTime() throws Exception {
    // given
    open("10.0.0.1", "silent");
    Connection kept = open("10.0.0.1", "kept");
    kept.answering();
    kept.answered();
    open("10.0.0.1", "busy").answering();
    // when
    pass(Connections.FIRST_HEAD.minusMillis(1));
    assertThat(aborted).isEmpty();
    pass(Duration.ofMillis(1));
    // then
    assertThat(aborted).containsExactly("silent");
    // when
    pass(MINUTE.minus(Connections.FIRST_HEAD));
    // then
    assertThat(aborted).containsExactly("silent", "kept", "busy");
  }

  @Test
  void shouldWriteOneLineAMinute() throws Exception {
    for (int second = 0; second < 90; second++) {
      for (int i = 0; i < 10; i++) {
        open("10.0.0.1", "a");
      }
      now.addAndGet(Duration.ofSeconds(1).toNanos());
    }

    assertThat(log.messages()).hasSize(2);
  }

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
    connections.abortOverdue();
  }

  private Connection open(String from, String name) throws Exception {
    Optional<Connection> connection =
        connections.open(InetAddress.getByName(from), () -> aborted.add(name));
    return connection.orElseThrow();
  }
}
