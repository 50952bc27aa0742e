package ebb.journal.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.journal.ChildJvm;
import ebb.journal.JournalDatabase;
import ebb.journal.JournalHolder;
import ebb.journal.TestDatabase;
import ebb.journal.database.JournalException;
import ebb.journal.database.JournalSettings;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
final class LeaderTermIT {
  private final TestDatabase kind;

  @TempDir Path folder;
  private JournalSettings settings;

  LeaderTermIT(TestDatabase kind) {
    this.kind = kind;
  }

  @BeforeEach
  void chooseAPlace() {
    settings = kind.emptyJournal(folder);
  }

  @Test
  void shouldKeepWhatIsThereWhenTheSchemaStepRunsAgain() {
    // given
    try (var database = TestDatabase.open(settings)) {
      assertThat(database.leaderTerm().takeNext()).isEqualTo(1);
    }
    // when
    try (var database = TestDatabase.open(settings)) {
      // then
      assertThat(database.leaderTerm().takeNext()).isEqualTo(2);
    }
  }

  @Test
  void shouldCountFromOne() {
    try (var database = TestDatabase.open(settings)) {
      LeaderTerm term = database.leaderTerm();
      assertThat(List.of(term.takeNext(), term.takeNext(), term.takeNext()))
          .containsExactly(1L, 2L, 3L);
    }
  }

  @Test
  void shouldNeverGiveATermTwiceWhenManyAskAtOnce() throws Exception {
    // given
    try (var database = TestDatabase.open(settings)) {
      ExecutorService threads = Executors.newFixedThreadPool(4);
      Callable<Long> take = () -> database.leaderTerm().takeNext();
      // when
      List<Long> terms = new ArrayList<>();
      for (Future<Long> term : threads.invokeAll(Collections.nCopies(100, take))) {
        terms.add(term.get());
      }
      threads.shutdown();
      // then
      assertThat(terms)
          .containsExactlyInAnyOrderElementsOf(LongStream.rangeClosed(1, 100).boxed().toList());
    }
  }

  @Test
  void shouldGoOnWhereAKilledLeaderStopped() throws Exception {
    // given
    for (long term = 1; term <= 3; term++) {
      try (var leader =
          ChildJvm.start(
              JournalHolder.class, folder.resolve("child.log"), TestDatabase.arguments(settings))) {
        // when it says that it leads, it is killed, then
        assertThat(leader.readLine()).isEqualTo("open " + term);
      }
    }
    try (var database = TestDatabase.open(settings)) {
      assertThat(database.leaderTerm().takeNext()).isEqualTo(4);
    }
  }

  @Test
  void shouldFailWithoutADatabase() {
    // given
    JournalDatabase database = TestDatabase.open(settings);
    var term =
        new LeaderTerm(
            () -> {
              throw new SQLException("gone");
            },
            database.guard(),
            false);
    database.close();
    // when, then
    assertThatThrownBy(term::takeNext)
        .isInstanceOf(JournalException.class)
        .hasMessage("Cannot take a leader term: gone");
  }
}
