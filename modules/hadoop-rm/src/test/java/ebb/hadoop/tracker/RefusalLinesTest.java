package ebb.hadoop.tracker;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import ebb.domain.NodeId;
import ebb.domain.lists.HostAdmission;
import ebb.hadoop.node.RegistrationAdmission.Disallowed;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A NodeManager that is started again and again does not fill the log. */
class RefusalLinesTest {
  private static final NodeId H1 = new NodeId("h1", 1234);
  private static final NodeId H2 = new NodeId("h2", 1234);
  private static final Disallowed EXCLUDED = new Disallowed(HostAdmission.EXCLUDED_BY_HOST, 7);

  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final RefusalLines lines = new RefusalLines();

  @BeforeEach
  void listen() {
    log.start();
    ((Logger) LoggerFactory.getLogger(RefusalLines.class)).addAppender(log);
  }

  @AfterEach
  void stopListening() {
    ((Logger) LoggerFactory.getLogger(RefusalLines.class)).detachAppender(log);
  }

  @Test
  void shouldTellOnceOfEachNodeThatKnocks() {
    lines.refused(H1, EXCLUDED);
    lines.refused(H1, EXCLUDED);
    lines.refused(H2, EXCLUDED);

    assertThat(told()).hasSize(2);
    assertThat(told().get(0))
        .startsWith("Rejected the registration of NodeManager h1:1234: EXCLUDED_BY_HOST (lists of")
        .contains("refresh 7");
    assertThat(told().get(1)).contains("h2:1234");
  }

  @Test
  void shouldTellAgainWhenOtherListsRefuseIt() {
    lines.refused(H1, EXCLUDED);
    lines.refused(H1, new Disallowed(HostAdmission.NOT_INCLUDED, 8));

    assertThat(told()).hasSize(2);
    assertThat(told().get(1)).contains("NOT_INCLUDED (lists of refresh 8)");
  }

  private List<String> told() {
    return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }
}
