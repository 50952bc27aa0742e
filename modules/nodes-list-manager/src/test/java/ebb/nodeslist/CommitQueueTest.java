package ebb.nodeslist;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.NodeId;
import ebb.domain.lists.NodeAddress;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListState;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is decided is told in that order, and not before it is durable. */
class CommitQueueTest {
  private static final Provenance BY =
      Initiator.system("test", Origin.HTTP).stamp(Instant.EPOCH, "rm1", 1);

  private final List<List<NodesListEvent>> appends = new ArrayList<>();
  private final List<String> told = new ArrayList<>();
  private final CommitQueue commits = new CommitQueue(appends::add);

  @BeforeEach
  void recover() {
    commits.recovered(NodesListState.EMPTY);
  }

  private static NodesListEvent seen(String host) {
    return new NodesListEvent.NodeSeen(new NodeId(host, 1), new NodeAddress(host, "ip"), BY);
  }

  private PendingCommit deciding(String name, NodesListEvent... events) {
    return new PendingCommit(
        List.of(events),
        state -> told.add(name + " of " + state.registeredIds().size()),
        () -> told.add(name + " failed"));
  }

  @Test
  void shouldTellNobodyBeforeItIsDurable() {
    commits.submit(deciding("a", seen("h1")));

    assertThat(told).isEmpty();
    assertThat(commits.current().registeredIds()).hasSize(1);
    assertThat(commits.committed()).isEqualTo(NodesListState.EMPTY);
    commits.appended();
    assertThat(told).containsExactly("a of 1");
    assertThat(commits.committed()).isEqualTo(commits.current());
  }

  @Test
  void shouldAppendTogetherWhatIsDecidedDuringAnAppend() {
    commits.submit(deciding("a", seen("h1")));
    commits.submit(deciding("b", seen("h2")));
    commits.submit(deciding("c", seen("h3"), seen("h4")));
    assertThat(appends).hasSize(1);

    commits.appended();
    assertThat(appends.get(1)).containsExactly(seen("h2"), seen("h3"), seen("h4"));
    commits.appended();

    assertThat(told).containsExactly("a of 1", "b of 2", "c of 4");
  }

  @Test
  void shouldNotLetAnAnswerWithoutEventsOvertakeWhatItBuildsOn() {
    commits.submit(deciding("a", seen("h1")));
    commits.submit(deciding("nothing to do"));
    assertThat(told).isEmpty();

    commits.appended();

    assertThat(told).containsExactly("a of 1", "nothing to do of 1");
  }

  @Test
  void shouldAnswerAtOnceWhatNeedsNoAppend() {
    commits.submit(deciding("nothing to do"));

    assertThat(told).containsExactly("nothing to do of 0");
    assertThat(appends).isEmpty();
  }

  @Test
  void shouldSplitALongQueueBetweenDecisions() {
    commits.submit(deciding("first", seen("h0")));
    NodesListEvent[] many =
        IntStream.range(1, 700).mapToObj(i -> seen("h" + i)).toArray(NodesListEvent[]::new);
    commits.submit(deciding("a", many));
    commits.submit(deciding("b", many));
    commits.submit(deciding("c", many));

    commits.appended();
    assertThat(appends.get(1)).hasSize(2 * many.length);
    commits.appended();
    assertThat(appends.get(2)).hasSize(many.length);
  }

  @Test
  void shouldForgetWhatIsNotKnownToBeDurableWhenAnAppendFails() {
    commits.submit(deciding("a", seen("h1")));
    commits.submit(deciding("b", seen("h2")));

    commits.failed();

    assertThat(told).containsExactly("a failed", "b failed");
    assertThat(commits.current()).isEqualTo(NodesListState.EMPTY);
    // and decides nothing before it is known what the journal holds
    commits.submit(deciding("too early", seen("h9")));
    assertThat(told).endsWith("too early failed");
    assertThat(appends).hasSize(1);
    NodesListState taken = NodesListState.EMPTY.apply(seen("h1"));
    commits.recovered(taken);
    commits.submit(deciding("c", seen("h3")));
    commits.appended();
    assertThat(told).endsWith("c of 2");
  }

  @Test
  void shouldTakeDecisionsThatFollowFromOthers() {
    Consumer<NodesListState> next = state -> commits.submit(deciding("next", seen("h2")));
    commits.submit(PendingCommit.of(List.of(seen("h1")), next));
    commits.submit(deciding("b", seen("h3")));

    commits.appended();
    commits.appended();

    assertThat(told).containsExactly("b of 2", "next of 3");
  }

  @Test
  void shouldTellTheOthersThoughOneFails() {
    commits.submit(
        PendingCommit.of(
            List.of(seen("h1")),
            state -> {
              throw new IllegalStateException("expected");
            }));
    commits.submit(deciding("b"));

    commits.appended();

    assertThat(told).containsExactly("b of 1");
  }
}
