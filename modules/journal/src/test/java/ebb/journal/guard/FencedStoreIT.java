package ebb.journal.guard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.journal.JournalDatabase;
import ebb.journal.TestDatabase;
import ebb.journal.database.JournalException;
import ebb.journal.database.JournalSettings;
import ebb.journal.guard.FencedStore.Change;
import ebb.journal.guard.FencedStore.Row;
import ebb.journal.guard.FencedStore.RowKey;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(TestDatabase.class)
final class FencedStoreIT {
  private final TestDatabase kind;

  @TempDir Path folder;
  private JournalSettings settings;
  private JournalDatabase database;
  private FencedStore rows;

  FencedStoreIT(TestDatabase kind) {
    this.kind = kind;
  }

  @BeforeEach
  void lead() {
    settings = kind.emptyJournal(folder);
    database = TestDatabase.open(settings);
    rows = database.fencedStore(database.leaderTerm().takeNext());
  }

  @AfterEach
  void stop() {
    rows.close();
    database.close();
  }

  @Test
  void shouldKeepWhatIsWritten() {
    // when
    rows.write(put("app", "", "a1", "one"), put("attempt", "a1", "1", "first"));
    rows.write(put("app", "", "a1", "two"));
    // then
    assertThat(read("app")).containsExactly("/a1=two");
    assertThat(read("attempt")).containsExactly("a1/1=first");
    assertThat(read("token")).isEmpty();
  }

  @Test
  void shouldRemoveARowOrAllOfAParent() {
    // given
    rows.write(
        put("attempt", "a1", "1", "x"),
        put("attempt", "a1", "2", "x"),
        put("attempt", "a1", "3", "x"),
        put("attempt", "a2", "1", "y"),
        put("other", "a1", "1", "z"));
    // when
    rows.write(new Change.Remove(new RowKey("attempt", "a1", "2")));
    rows.write(new Change.Remove(new RowKey("attempt", "a1", "2")));
    // then
    assertThat(read("attempt")).containsExactly("a1/1=x", "a1/3=x", "a2/1=y");
    // and when
    rows.write(new Change.RemoveChildren("attempt", "a1"));
    // then
    assertThat(read("attempt")).containsExactly("a2/1=y");
    assertThat(read("other")).containsExactly("a1/1=z");
    // and when
    rows.clear(List.of("attempt"));
    // then
    assertThat(read("attempt")).isEmpty();
    assertThat(read("other")).containsExactly("a1/1=z");
  }

  @Test
  @SuppressWarnings("NullAway") // what no database takes
  void shouldMakeAllChangesOrNone() {
    // given
    Change impossible = new Change.Put(new Row(new RowKey("app", "", "a2"), null));
    // when, then
    assertThatThrownBy(() -> rows.write(put("app", "", "a1", "one"), impossible))
        .isInstanceOf(JournalException.class);
    assertThat(read("app")).isEmpty();
  }

  @Test
  void shouldRefuseAKeyThatIsTooLongForAnIndex() {
    String longest = "a" + "ä".repeat(1_298);

    assertThat(new RowKey("app", longest, "").parent()).isEqualTo(longest);
    assertThatThrownBy(() -> new RowKey("app", longest, "1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has 2601 bytes; allowed are up to 2600")
        .hasMessageNotContaining("ä".repeat(50));
  }

  @Test
  void shouldKeepManyMegabytesInARow() {
    // given
    byte[] large = new byte[32 * 1024 * 1024];
    new Random(1).nextBytes(large);
    // when
    rows.write(new Change.Put(new Row(new RowKey("app", "", "large"), large)));
    // then
    assertThat(rows.read("app")).singleElement().extracting(Row::content).isEqualTo(large);
  }

  @Test
  void shouldRefuseAFormerLeaderAndKeepWhatHeWroteBefore() {
    // given
    rows.write(put("app", "", "a1", "one"));
    // when somebody else leads
    try (FencedStore next = database.fencedStore(database.leaderTerm().takeNext())) {
      // then
      assertThatThrownBy(() -> rows.write(put("app", "", "a1", "late")))
          .isInstanceOf(TermLostException.class)
          .hasMessage("This leader's term 1 is over: term 2 was taken since");
      assertThatThrownBy(() -> rows.clear(List.of("app"))).isInstanceOf(TermLostException.class);
      next.write(put("app", "", "a2", "new"));
      assertThat(read("app")).containsExactly("/a1=one", "/a2=new");
    }
  }

  @Test
  void shouldMakeTheNextLeaderWaitForATransactionThatBeganBefore() throws Exception {
    // given a transaction of the leader that has checked its term
    var begun = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    try (var transactions = transactions(1)) {
      var writing =
          CompletableFuture.runAsync(
              () ->
                  transactions.asLeader(
                      connection -> {
                        begun.countDown();
                        await(goOn);
                        return execute(
                            connection,
                            "INSERT INTO \"ebb_leader_rows\" VALUES ('app', '', 'a1', '')");
                      }));
      await(begun);
      // when somebody takes the next term meanwhile
      var taking = CompletableFuture.supplyAsync(() -> database.leaderTerm().takeNext());
      assertThatThrownBy(() -> taking.get(300, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      goOn.countDown();
      // then he has it after the write, not before
      writing.get(20, TimeUnit.SECONDS);
      assertThat(taking.get(20, TimeUnit.SECONDS)).isEqualTo(2);
      assertThat(rows.read("app")).hasSize(1);
    }
  }

  @Test
  void shouldTakeWritesOfSeveralThreads() {
    // when
    var writes =
        IntStream.range(0, 100)
            .mapToObj(
                i -> CompletableFuture.runAsync(() -> rows.write(put("app", "", "a" + i, "x"))))
            .toArray(CompletableFuture<?>[]::new);
    CompletableFuture.allOf(writes).orTimeout(60, TimeUnit.SECONDS).join();
    // then
    assertThat(rows.read("app")).hasSize(100);
  }

  @Test
  void shouldNotAskAgainForWhatIsNoOutage() {
    try (var transactions = transactions(1)) {
      var tries = new AtomicInteger();
      assertThatThrownBy(
              () ->
                  transactions.asLeader(
                      connection -> {
                        tries.incrementAndGet();
                        return execute(connection, "SELECT nonsense");
                      }))
          .isInstanceOf(JournalException.class)
          .hasMessageContaining(database.place());
      assertThat(tries).hasValue(1);
    }
  }

  private FencedTransactions transactions(long term) {
    return database.transactions(term);
  }

  private static boolean execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.execute(sql);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static Change put(String kind, String parent, String id, String content) {
    return new Change.Put(new Row(new RowKey(kind, parent, id), content.getBytes(UTF_8)));
  }

  private List<String> read(String wanted) {
    return rows.read(wanted).stream()
        .map(
            row ->
                row.key().parent() + "/" + row.key().id() + "=" + new String(row.content(), UTF_8))
        .toList();
  }
}
