package ebb.hadoop.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ebb.journal.TestDatabase;
import ebb.journal.guard.TermLostException;
import ebb.postgres.PostgresServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.RMFatalEvent;
import org.apache.hadoop.yarn.server.resourcemanager.RMFatalEventType;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.RMStateStore.RMStateStoreState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A former leader writes nothing any more; a leader without a database waits for it. */
final class StateStoreFencingIT {
  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(TestDatabase.class)
  void shouldTakeAFormerLeaderOutOfServiceWithHa(TestDatabase kind) throws Exception {
    // given a leader with HA settings, and the next one
    try (var database = TestDatabase.open(kind.emptyJournal(folder))) {
      TestOwner former = TestOwner.of(database);
      JdbcStateStore formerStore = former.store(withHa());
      TestOwner next = TestOwner.of(database);
      JdbcStateStore nextStore = next.store(withHa());
      // when the former one wants to store something
      formerStore.updateApplicationState(SampleState.finished(SampleState.application(1)));
      // then Hadoop is told to step down
      await().atMost(Duration.ofSeconds(20)).until(() -> !former.events.isEmpty());
      assertThat(former.events)
          .singleElement()
          .isInstanceOfSatisfying(
              RMFatalEvent.class,
              event -> assertThat(event.getType()).isEqualTo(RMFatalEventType.STATE_STORE_FENCED));
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> formerStore.getRMStateStoreState() == RMStateStoreState.FENCED);
      // and nothing of his is written, now or later
      formerStore.storeRMDelegationToken(SampleState.token(1), 1L);
      assertThat(nextStore.loadState().getApplicationState()).isEmpty();
      assertThat(nextStore.loadState().getRMDTSecretManagerState().getTokenState()).isEmpty();
      // and the next one is not disturbed
      nextStore.storeRMDelegationToken(SampleState.token(2), 1L);
      assertThat(nextStore.loadState().getRMDTSecretManagerState().getTokenState()).hasSize(1);
      assertThat(nextStore.getRMStateStoreState()).isEqualTo(RMStateStoreState.ACTIVE);
      formerStore.stop();
      nextStore.stop();
    }
  }

  @ParameterizedTest
  @EnumSource(TestDatabase.class)
  void shouldEndAFormerLeaderWithoutHa(TestDatabase kind) throws Exception {
    // given a leader without HA settings, and the next one
    try (var database = TestDatabase.open(kind.emptyJournal(folder))) {
      TestOwner former = TestOwner.of(database);
      JdbcStateStore formerStore = former.store(new YarnConfiguration());
      TestOwner next = TestOwner.of(database);
      // when
      formerStore.storeRMDelegationToken(SampleState.token(1), 1L);
      // then
      assertThat(former.givenUp).singleElement().isInstanceOf(TermLostException.class);
      assertThatThrownBy(formerStore::getAndIncrementEpoch).isInstanceOf(TermLostException.class);
      JdbcStateStore nextStore = next.store(new YarnConfiguration());
      assertThat(nextStore.loadState().getRMDTSecretManagerState().getTokenState()).isEmpty();
      formerStore.stop();
      nextStore.stop();
    }
  }

  @Test
  void shouldWaitForADatabaseThatIsAwayAndNotTakeItForAFence() throws Exception {
    try (PostgresServer server = PostgresServer.start()) {
      // given
      var database = TestDatabase.open(TestDatabase.onPostgres(server, folder));
      TestOwner owner = TestOwner.of(database);
      JdbcStateStore store = owner.store(withHa());
      store.storeRMDelegationToken(SampleState.token(1), 1L);
      // when the database goes while applications and tokens are stored
      server.stop();
      store.updateApplicationState(SampleState.finished(SampleState.application(1)));
      var token =
          CompletableFuture.runAsync(() -> store.storeRMDelegationToken(SampleState.token(2), 1L));
      assertThatThrownBy(() -> token.get(2, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
      assertThat(owner.events).isEmpty();
      // and comes back
      server.startAgain();
      // then
      token.get(60, TimeUnit.SECONDS);
      await().atMost(Duration.ofSeconds(60)).until(() -> owner.events.size() == 1);
      assertThat(owner.events).noneMatch(RMFatalEvent.class::isInstance);
      assertThat(owner.givenUp).isEmpty();
      assertThat(store.getRMStateStoreState()).isEqualTo(RMStateStoreState.ACTIVE);
      var state = store.loadState();
      assertThat(state.getApplicationState()).hasSize(1);
      assertThat(state.getRMDTSecretManagerState().getTokenState().keySet())
          .isEqualTo(Set.of(SampleState.token(1), SampleState.token(2)));
      store.stop();
    }
  }

  @Test
  void shouldStopSoonAlthoughTheDatabaseIsAway() throws Exception {
    try (PostgresServer server = PostgresServer.start()) {
      // given applications that wait for a database
      var database = TestDatabase.open(TestDatabase.onPostgres(server, folder));
      JdbcStateStore store = TestOwner.of(database).store(withHa());
      server.stop();
      for (int i = 1; i <= 20; i++) {
        store.updateApplicationState(SampleState.finished(SampleState.application(i)));
      }
      // when
      var stop = CompletableFuture.runAsync(store::stop);
      // then: one wait for a connection, and not one for each application
      stop.get(25, TimeUnit.SECONDS);
    }
  }

  private static Configuration withHa() {
    Configuration conf = new YarnConfiguration();
    conf.setBoolean(YarnConfiguration.RM_HA_ENABLED, true);
    return conf;
  }
}
