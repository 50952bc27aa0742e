package ebb.nodeslist;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.NodeId;
import org.junit.jupiter.api.Test;

/** Thousands of nodes get their orders, though some never answer. */
class SendWindowTest {
  private static final NodeId A = new NodeId("a", 1);
  private static final NodeId B = new NodeId("b", 1);
  private static final NodeId C = new NodeId("c", 1);

  private final SendWindow<String> window = new SendWindow<>(2);

  @Test
  void shouldSendNoMoreThanTheWindowWithoutAnswers() {
    window.put(A, "a");
    window.put(B, "b");
    window.put(C, "c");

    assertThat(window.next()).containsExactly("a", "b");
    assertThat(window.next()).isEmpty();
    window.remove(A);
    assertThat(window.next()).containsExactly("c");
  }

  @Test
  void shouldLetNodesThatDoNotAnswerDelayNobodyForEver() {
    // given two silent nodes that fill the window
    window.put(A, "a");
    window.put(B, "b");
    window.put(C, "c");
    window.next();
    // when they do not answer for a retry interval
    window.tick();
    assertThat(window.next()).isEmpty();
    window.tick();
    // then the third has its turn, and they come again
    assertThat(window.next()).containsExactly("c", "a");
    window.remove(C);
    assertThat(window.next()).containsExactly("b");
  }

  @Test
  void shouldReplaceWhatIsOnItsWay() {
    window.put(A, "old");
    window.next();

    window.put(A, "new");

    assertThat(window.get(A)).contains("new");
    assertThat(window.next()).containsExactly("new");
    assertThat(window.next()).isEmpty();
  }

  @Test
  void shouldNotRepeatWhatIsOnItsWayUnlessTold() {
    window.putIfAbsent(A, "a");
    window.next();

    window.putIfAbsent(A, "again");

    assertThat(window.get(A)).contains("a");
    assertThat(window.next()).isEmpty();
  }
}
