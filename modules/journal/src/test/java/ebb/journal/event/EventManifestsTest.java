package ebb.journal.event;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.domain.NodeEvent;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListSnapshot;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class EventManifestsTest {

  @Test
  void shouldNameEveryEventAndTheSnapshotAndNothingElse() {
    // given
    Set<Class<?>> events =
        Stream.concat(
                Stream.of(NodeEvent.class, NodesListEvent.class)
                    .flatMap(parent -> Stream.of(parent.getPermittedSubclasses())),
                Stream.of(NodesListSnapshot.class))
            .collect(Collectors.toSet());
    // when
    Set<Class<?>> named =
        EventManifests.TABLE.all().stream()
            .map(manifest -> EventManifests.TABLE.classOf(manifest).orElseThrow())
            .collect(Collectors.toSet());
    // then
    assertThat(named).isEqualTo(events).hasSameSizeAs(EventManifests.TABLE.all());
  }

  @Test
  void shouldFindTheNameOfWhatItNames() {
    for (String manifest : EventManifests.TABLE.all()) {
      assertThat(EventManifests.TABLE.of(EventManifests.TABLE.classOf(manifest).orElseThrow()))
          .isEqualTo(Optional.of(manifest));
    }
  }

  @Test
  void shouldGiveEveryNameAVersion() {
    assertThat(EventManifests.TABLE.all())
        .allMatch(name -> name.matches("(node|lists)\\.[a-z-]+:\\d+"));
  }
}
