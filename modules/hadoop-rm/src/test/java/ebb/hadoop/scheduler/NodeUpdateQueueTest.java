package ebb.hadoop.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.yarn.server.resourcemanager.rmnode.UpdatedContainerInfo;
import org.junit.jupiter.api.Test;

class NodeUpdateQueueTest {
  private final NodeUpdateQueue news = new NodeUpdateQueue();
  private final UpdatedContainerInfo first = new UpdatedContainerInfo();
  private final UpdatedContainerInfo second = new UpdatedContainerInfo();

  @Test
  void shouldSendOneUpdateAtATime() {
    assertThat(news.begin()).isTrue();
    assertThat(news.begin()).isFalse();
    news.pull();
    assertThat(news.begin()).isTrue();
    assertThat(news.pulls()).isEqualTo(1);
  }

  @Test
  void shouldGiveAnUpdateThatIsUnderWayWhatCameMeanwhile() {
    news.begin();
    news.add(first);
    assertThat(news.pull()).containsExactly(first);
    assertThat(news.pull()).isEmpty();
  }

  @Test
  void shouldGiveWhatIsKeptBackToTheNextUpdateOnly() {
    // given
    news.begin();
    news.add(first);
    news.keepBack(second);
    // then
    assertThat(news.size()).isEqualTo(2);
    assertThat(news.pull()).containsExactly(first);
    // when
    news.begin();
    // then
    assertThat(news.pull()).containsExactly(second);
    assertThat(news.size()).isZero();
  }

  @Test
  void shouldKeepTheOrderOfWhatIsKeptBackAndWhatComesAfterIt() {
    // given
    news.begin();
    news.keepBack(first);
    news.add(second);
    // then
    assertThat(news.pull()).isEmpty();
    assertThat(news.isKeepingBack()).isTrue();
    // when
    news.begin();
    // then
    assertThat(news.isKeepingBack()).isFalse();
    assertThat(news.pull()).containsExactly(first, second);
  }

  @Test
  void shouldForgetBoth() {
    news.add(first);
    news.keepBack(second);
    news.clear();
    news.begin();
    assertThat(news.pull()).isEqualTo(List.of());
  }
}
