package ebb.hadoop.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.hadoop.config.AdminProtocolRetries.Patience;
import ebb.hadoop.config.AdminProtocolRetries.Target;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.ResourceManagerAdministrationProtocol;
import org.apache.hadoop.yarn.server.api.protocolrecords.RefreshQueuesRequest;
import org.junit.jupiter.api.Test;

/** How `ebb rmadmin` waits for a ResourceManager, and what it says meanwhile. */
class AdminProtocolRetriesTest {
  private static final Patience SHORT = new Patience(Duration.ofSeconds(2), Duration.ofMillis(1));

  /** The answer that is no exception. */
  private static final Object DONE = "done";

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /** By how much the clock has been moved, in nanoseconds. */
  private final AtomicLong later = new AtomicLong();

  @Test
  void shouldSayWhoDoesNotAnswerAndWhyAndTryAgain() throws Exception {
    // given
    Scripted rm = new Scripted("rm.example:8033", refused(), refused(), DONE);
    // when
    over(SHORT, rm).refreshQueues(RefreshQueuesRequest.newInstance());
    // then
    assertThat(lines())
        .containsExactly(
            "rmadmin: no answer from rm.example:8033: Connection refused; 1 attempt, next in 0 s",
            "rmadmin: no answer from rm.example:8033: Connection refused; 2 attempts, next in 0 s");
  }

  @Test
  void shouldGiveUpWhenTheTimeIsOver() {
    // given
    Scripted rm = new Scripted("rm.example:8033", refused());
    Patience patience = new Patience(Duration.ofMillis(50), Duration.ofMillis(20));
    // when, then
    assertThatThrownBy(() -> over(patience, rm).refreshQueues(RefreshQueuesRequest.newInstance()))
        .isInstanceOf(IOException.class)
        .hasMessageMatching(
            "no answer from rm.example:8033: Connection refused; given up after [123] attempts?");
    assertThat(lines()).hasSizeLessThan(3);
  }

  @Test
  void shouldAskTheOtherOneAtOnceAndStayWithIt() throws Exception {
    // given a pair of which the second one is active, and a pause that the test could not wait for
    Patience patience = new Patience(Duration.ofHours(2), Duration.ofHours(1));
    Scripted one =
        new Scripted("rm1 at a:8033", new StandbyException("ResourceManager rm1 is not Active!\n"));
    Scripted two = new Scripted("rm2 at b:8033", DONE);
    ResourceManagerAdministrationProtocol pair = over(patience, one, two);
    // when
    pair.refreshQueues(RefreshQueuesRequest.newInstance());
    pair.refreshQueues(RefreshQueuesRequest.newInstance());
    // then
    assertThat(lines())
        .containsExactly("rmadmin: rm1 at a:8033: it is standby; 1 attempt, next in 0 s");
    assertThat(one.asked).isEqualTo(1);
    assertThat(two.asked).isEqualTo(2);
  }

  @Test
  void shouldNotTakeTheAnswerOfOneThatIsNotReadyForNone() throws Exception {
    // given
    Exception later = new StandbyException("This leader does not know yet which drains run");
    Scripted rm = new Scripted("rm1 at a:8033", later, new RetriableException("Busy"), DONE);
    // when
    over(SHORT, rm).refreshQueues(RefreshQueuesRequest.newInstance());
    // then
    assertThat(lines())
        .containsExactly(
            "rmadmin: rm1 at a:8033: This leader does not know yet which drains run; 1 attempt,"
                + " next in 0 s",
            "rmadmin: rm1 at a:8033: Busy; 2 attempts, next in 0 s");
  }

  @Test
  void shouldAskTheOtherOneThoughTheFirstOneTookAllTheTime() throws Exception {
    // given
    Scripted one = new Scripted("rm1 at a:8033", new SocketTimeoutException("60000 millis"));
    Scripted two = new Scripted("rm2 at b:8033", DONE);
    // when
    over(new Patience(Duration.ZERO, Duration.ofMillis(1)), one, two)
        .refreshQueues(RefreshQueuesRequest.newInstance());
    // then
    assertThat(two.asked).isEqualTo(1);
  }

  @Test
  void shouldGiveEachCallItsOwnTime() throws Exception {
    // given somebody who follows a drain by one call after another
    Scripted rm = new Scripted("rm:8033", refused(), DONE);
    ResourceManagerAdministrationProtocol patient =
        over(new Patience(Duration.ofMillis(300), Duration.ofMillis(1)), rm);
    patient.refreshQueues(RefreshQueuesRequest.newInstance());
    later.addAndGet(Duration.ofMillis(400).toNanos());
    rm.say(refused(), DONE);
    // when, then
    assertThatCode(() -> patient.refreshQueues(RefreshQueuesRequest.newInstance()))
        .doesNotThrowAnyException();
  }

  @Test
  void shouldNotRepeatWhatTheServerRefuses() {
    // given
    Exception forbidden = new AccessControlException("User bob doesn't have permission");
    Exception wrong = new YarnException("no such queue");
    Scripted rm = new Scripted("rm:8033", forbidden, wrong);
    // when, then
    assertThatThrownBy(() -> over(SHORT, rm).refreshQueues(RefreshQueuesRequest.newInstance()))
        .isSameAs(forbidden);
    assertThatThrownBy(() -> over(SHORT, rm).refreshQueues(RefreshQueuesRequest.newInstance()))
        .isSameAs(wrong);
    assertThat(lines()).isEmpty();
  }

  @Test
  void shouldSayWhatTheServerRefusesWithoutItsStackTrace() {
    // given
    Scripted rm =
        new Scripted("rm:8033", new YarnException("User bob may not\n\tat x.Y.z(Y.java:1)\n"));
    // when, then
    assertThatThrownBy(() -> over(SHORT, rm).refreshQueues(RefreshQueuesRequest.newInstance()))
        .hasMessage("User bob may not");
  }

  @Test
  void shouldTryForAMinuteUnlessAFileSaysOtherwise() {
    // given
    YarnConfiguration conf = new YarnConfiguration();
    // when, then
    assertThat(Patience.of(conf))
        .isEqualTo(new Patience(Duration.ofSeconds(60), Duration.ofSeconds(5)));
    conf.setLong("yarn.resourcemanager.connect.max-wait.ms", 7000);
    conf.setLong("yarn.resourcemanager.connect.retry-interval.ms", 300);
    assertThat(Patience.of(conf))
        .isEqualTo(new Patience(Duration.ofSeconds(7), Duration.ofMillis(300)));
    conf.setLong("yarn.resourcemanager.connect.max-wait.ms", -1);
    assertThat(Patience.of(conf).total()).isGreaterThan(Duration.ofDays(365));
  }

  private ResourceManagerAdministrationProtocol over(Patience patience, Scripted... targets) {
    return AdminProtocolRetries.over(
        Arrays.stream(targets).map(Scripted::target).toList(),
        patience,
        new PrintStream(err, true, StandardCharsets.UTF_8),
        () -> System.nanoTime() + later.get());
  }

  private List<String> lines() {
    return err.toString(StandardCharsets.UTF_8).lines().toList();
  }

  /** As Hadoop's RPC client wraps it. */
  private static Exception refused() {
    return (Exception)
        new ConnectException("Call From here to there failed on connection exception")
            .initCause(new ConnectException("Connection refused"));
  }

  /** A ResourceManager that answers one after another, and the last one for ever. */
  private static final class Scripted {
    private final String name;
    private final Deque<Object> answers = new ArrayDeque<>();
    private int asked;

    Scripted(String name, Object... answers) {
      this.name = name;
      say(answers);
    }

    void say(Object... next) {
      answers.clear();
      answers.addAll(List.of(next));
    }

    Target target() {
      return new Target(
          name,
          (ResourceManagerAdministrationProtocol)
              Proxy.newProxyInstance(
                  getClass().getClassLoader(),
                  new Class<?>[] {ResourceManagerAdministrationProtocol.class},
                  (proxy, method, arguments) -> {
                    asked++;
                    Object answer = answers.size() > 1 ? answers.removeFirst() : answers.getFirst();
                    if (answer instanceof Exception failure) {
                      throw failure;
                    }
                    return null;
                  }));
    }
  }
}
