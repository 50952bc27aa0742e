package ebb.hadoop.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ebb.journal.JournalDatabase;
import ebb.journal.TestDatabase;
import ebb.journal.guard.FencedStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.token.delegation.DelegationKey;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ReservationId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.proto.YarnServerCommonProtos.VersionProto;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.RMStateStore.RMState;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.RMStateVersionIncompatibleException;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.records.AMRMTokenSecretManagerState;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.records.ApplicationAttemptStateData;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.records.ApplicationStateData;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptState;
import org.apache.hadoop.yarn.server.webproxy.ProxyCA;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What a leader stores, the next one finds. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
final class JdbcStateStoreIT {
  private static final ApplicationId A1 = SampleState.application(1);
  private static final ApplicationId A2 = SampleState.application(2);
  private static final ApplicationAttemptId A1_FIRST = SampleState.attempt(A1, 1);
  private static final ApplicationAttemptId A1_SECOND = SampleState.attempt(A1, 2);

  private final TestDatabase kind;
  private final Configuration conf = new YarnConfiguration();

  @TempDir Path folder;
  private JournalDatabase database;
  private TestOwner owner;
  private JdbcStateStore store;

  JdbcStateStoreIT(TestDatabase kind) {
    this.kind = kind;
  }

  @BeforeEach
  void lead() throws Exception {
    database = TestDatabase.open(kind.emptyJournal(folder));
    owner = TestOwner.of(database);
    store = owner.store(conf);
  }

  @AfterEach
  void stop() {
    store.stop();
    database.close();
  }

  /** The next leader takes over, and finds what is there. */
  private RMState loadedByTheNextLeader() throws Exception {
    store.stop();
    owner = TestOwner.of(database);
    store = owner.store(conf);
    return store.loadState();
  }

  @Test
  void shouldFindNothingInAnEmptyDatabase() throws Exception {
    // when
    RMState state = loadedByTheNextLeader();
    // then
    assertThat(state.getApplicationState()).isEmpty();
    assertThat(state.getRMDTSecretManagerState().getTokenState()).isEmpty();
    assertThat(state.getRMDTSecretManagerState().getMasterKeyState()).isEmpty();
    assertThat(state.getRMDTSecretManagerState().getDTSequenceNumber()).isZero();
    assertThat(state.getAMRMTokenSecretManagerState()).isNull();
    assertThat(state.getReservationState()).isEmpty();
    assertThat(state.getProxyCAState().getCaCert()).isNull();
  }

  @Test
  void shouldFindApplicationsAndTheirAttempts() throws Exception {
    // given
    store.storeApplicationStateInternal(A1, SampleState.submitted(A1, 10));
    store.storeApplicationStateInternal(A2, SampleState.submitted(A2, 10));
    store.storeApplicationAttemptStateInternal(A1_FIRST, SampleState.launched(A1_FIRST));
    store.storeApplicationAttemptStateInternal(A1_SECOND, SampleState.launched(A1_SECOND));
    // when
    RMState state = loadedByTheNextLeader();
    // then
    assertThat(state.getApplicationState()).containsOnlyKeys(A1, A2);
    ApplicationStateData application = application(state, A1);
    assertThat(application.getUser()).isEqualTo("alice");
    assertThat(application.getSubmitTime()).isEqualTo(1000);
    assertThat(application.getCallerContext().getContext()).isEqualTo("caller");
    assertThat(application.getApplicationSubmissionContext().getApplicationId()).isEqualTo(A1);
    assertThat(application.attempts).containsOnlyKeys(A1_FIRST, A1_SECOND);
    ApplicationAttemptStateData attempt = application.getAttempt(A1_FIRST);
    assertThat(attempt.getStartTime()).isEqualTo(4000);
    assertThat(attempt.getMasterContainer().getId().getApplicationAttemptId()).isEqualTo(A1_FIRST);
    assertThat(
            attempt
                .getAppAttemptTokens()
                .getSecretKey(JdbcStateStore.AM_CLIENT_TOKEN_MASTER_KEY_NAME))
        .isEqualTo(A1_FIRST.toString().getBytes(StandardCharsets.UTF_8));
    assertThat(application(state, A2).attempts).isEmpty();
  }

  @Test
  void shouldFindWhatWasUpdatedLastAlsoWhatWasNeverStoredBefore() throws Exception {
    // given
    store.storeApplicationStateInternal(A1, SampleState.submitted(A1, 10));
    store.storeApplicationAttemptStateInternal(A1_FIRST, SampleState.launched(A1_FIRST));
    // when
    store.updateApplicationStateInternal(A1, SampleState.finished(A1));
    store.updateApplicationAttemptStateInternal(A1_FIRST, SampleState.ended(A1_FIRST));
    store.updateApplicationStateInternal(A2, SampleState.finished(A2));
    // then
    RMState state = loadedByTheNextLeader();
    ApplicationStateData application = application(state, A1);
    assertThat(application.getState()).isEqualTo(RMAppState.FINISHED);
    assertThat(application.getDiagnostics()).isEqualTo("all is well");
    assertThat(application.getAttempt(A1_FIRST).getState()).isEqualTo(RMAppAttemptState.FINISHED);
    assertThat(application.getAttempt(A1_FIRST).getAMContainerExitStatus()).isEqualTo(100);
    assertThat(state.getApplicationState()).containsKey(A2);
  }

  @Test
  void shouldForgetAnAttemptOrAnApplicationWithAllOfItsAttempts() throws Exception {
    // given
    for (ApplicationId id : List.of(A1, A2)) {
      store.storeApplicationStateInternal(id, SampleState.submitted(id, 10));
      for (int number = 1; number <= 2; number++) {
        ApplicationAttemptId attempt = SampleState.attempt(id, number);
        store.storeApplicationAttemptStateInternal(attempt, SampleState.launched(attempt));
      }
    }
    // when
    store.removeApplicationAttemptInternal(A1_FIRST);
    store.removeApplicationStateInternal(SampleState.submitted(A2, 10));
    // then
    RMState state = loadedByTheNextLeader();
    assertThat(state.getApplicationState()).containsOnlyKeys(A1);
    assertThat(application(state, A1).attempts).containsOnlyKeys(A1_SECOND);
    // and an application that is stored anew does not get attempts back
    store.storeApplicationStateInternal(A2, SampleState.submitted(A2, 10));
    assertThat(application(loadedByTheNextLeader(), A2).attempts).isEmpty();
    // and when
    store.removeApplication(A1);
    // then
    assertThat(loadedByTheNextLeader().getApplicationState()).containsOnlyKeys(A2);
  }

  @Test
  void shouldNameTheApplicationWhoseRecordOrAttemptIsBroken() throws Exception {
    // given
    store.storeApplicationStateInternal(A1, SampleState.submitted(A1, 10));
    store.storeApplicationStateInternal(A2, SampleState.submitted(A2, 10));
    breakRow(Kind.ATTEMPT.put(A1.toString(), A1_FIRST.toString(), new byte[] {1, 2, 3}));
    // when, then
    assertThatThrownBy(this::loadedByTheNextLeader)
        .isInstanceOf(BrokenRecordException.class)
        .hasMessageContaining("The record of " + A1_FIRST + " in the state store")
        .hasMessageEndingWith(" -remove-application-from-state-store " + A1);
    // when it is gone, and another has lost all
    store.removeApplication(A1);
    breakRow(Kind.APPLICATION.put(A2.toString(), new byte[0]));
    // then
    assertThatThrownBy(this::loadedByTheNextLeader)
        .isInstanceOf(BrokenRecordException.class)
        .hasMessageEndingWith(" -remove-application-from-state-store " + A2);
    assertThat(store.holds(A1)).isFalse();
    assertThat(store.holds(A2)).isTrue();
  }

  @Test
  void shouldNameARecordOfAnotherKindThatIsBroken() throws Exception {
    // given
    breakRow(Kind.DELEGATION_TOKEN.put("41", new byte[] {1}));
    // when, then
    assertThatThrownBy(this::loadedByTheNextLeader)
        .isInstanceOf(BrokenRecordException.class)
        .hasMessageContaining("The record of delegation-token 41 in the state store");
  }

  private void breakRow(FencedStore.Change change) {
    try (FencedStore rows = owner.openRows()) {
      rows.write(change);
    }
  }

  @Test
  void shouldKeepASubmissionOfManyMegabytes() throws Exception {
    // given
    int size = 20 * 1024 * 1024;
    // when
    store.storeApplicationStateInternal(A1, SampleState.submitted(A1, size));
    // then
    var found = application(loadedByTheNextLeader(), A1);
    assertThat(found.getApplicationSubmissionContext().getAMContainerSpec().getServiceData())
        .hasEntrySatisfying("service", data -> assertThat(data.remaining()).isEqualTo(size));
  }

  @Test
  void shouldFindDelegationTokensAndTheNumberOfTheNewest() throws Exception {
    // given
    store.storeRMDelegationToken(SampleState.token(41), 100L);
    store.storeRMDelegationToken(SampleState.token(42), 200L);
    store.storeRMDelegationToken(SampleState.token(43), 300L);
    // when
    store.updateRMDelegationToken(SampleState.token(41), 101L);
    store.removeRMDelegationToken(SampleState.token(43));
    // then
    var secrets = loadedByTheNextLeader().getRMDTSecretManagerState();
    assertThat(secrets.getTokenState())
        .containsOnlyKeys(SampleState.token(41), SampleState.token(42))
        .containsEntry(SampleState.token(41), 101L);
    assertThat(secrets.getDTSequenceNumber()).isEqualTo(43);
  }

  @Test
  void shouldFindTheKeysOfDelegationTokens() throws Exception {
    // given
    DelegationKey one = new DelegationKey(1, 1000, new byte[] {1, 2});
    DelegationKey other = new DelegationKey(2, 2000, new byte[] {3});
    store.storeRMDTMasterKey(one);
    store.storeRMDTMasterKey(other);
    // when
    store.removeRMDTMasterKey(one);
    // then
    assertThat(loadedByTheNextLeader().getRMDTSecretManagerState().getMasterKeyState())
        .containsExactly(other);
  }

  @Test
  void shouldFindTheKeysOfApplicationMasters() throws Exception {
    // given
    store.storeOrUpdateAMRMTokenSecretManager(
        AMRMTokenSecretManagerState.newInstance(SampleState.masterKey(1), null), false);
    assertThat(loadedByTheNextLeader().getAMRMTokenSecretManagerState().getNextMasterKey())
        .isNull();
    // when
    store.storeOrUpdateAMRMTokenSecretManager(
        AMRMTokenSecretManagerState.newInstance(SampleState.masterKey(1), SampleState.masterKey(2)),
        true);
    // then
    var secrets = loadedByTheNextLeader().getAMRMTokenSecretManagerState();
    assertThat(secrets.getCurrentMasterKey()).isEqualTo(SampleState.masterKey(1));
    assertThat(secrets.getNextMasterKey()).isEqualTo(SampleState.masterKey(2));
  }

  @Test
  void shouldFindReservationsUnderTheirPlan() throws Exception {
    // given
    ReservationId first = ReservationId.newInstance(1000, 1);
    ReservationId second = ReservationId.newInstance(1000, 2);
    store.storeNewReservation(SampleState.reservation(1), "plan", first.toString());
    store.storeNewReservation(SampleState.reservation(2), "plan", second.toString());
    store.storeNewReservation(SampleState.reservation(3), "other", first.toString());
    // when
    store.removeReservation("plan", first.toString());
    // then
    var reservations = loadedByTheNextLeader().getReservationState();
    assertThat(reservations).containsOnlyKeys("plan", "other");
    assertThat(reservations.get("plan")).containsOnlyKeys(second);
    assertThat(reservations.get("other")).containsEntry(first, SampleState.reservation(3));
    // and when the last one of a plan goes
    store.removeReservation("plan", second.toString());
    // then
    assertThat(loadedByTheNextLeader().getReservationState()).containsOnlyKeys("other");
  }

  @Test
  void shouldFindTheCertificateOfTheWebProxy() throws Exception {
    // given
    ProxyCA authority = new ProxyCA();
    authority.init();
    // when
    store.storeProxyCACert(authority.getCaCert(), authority.getCaKeyPair().getPrivate());
    // then
    var found = loadedByTheNextLeader().getProxyCAState();
    assertThat(found.getCaCert()).isEqualTo(authority.getCaCert());
    assertThat(found.getCaPrivateKey()).isEqualTo(authority.getCaKeyPair().getPrivate());
  }

  @Test
  void shouldGiveEachLeaderAnEpochOfItsOwn() throws Exception {
    assertThat(store.getAndIncrementEpoch()).isZero();
    assertThat(store.getAndIncrementEpoch()).isEqualTo(1);
    loadedByTheNextLeader();
    assertThat(store.getAndIncrementEpoch()).isEqualTo(2);
    // and within a range, for federation
    conf.setLong(YarnConfiguration.RM_EPOCH, 10);
    conf.setLong(YarnConfiguration.RM_EPOCH_RANGE, 5);
    loadedByTheNextLeader();
    store.deleteStore();
    assertThat(
            List.of(
                store.getAndIncrementEpoch(),
                store.getAndIncrementEpoch(),
                store.getAndIncrementEpoch(),
                store.getAndIncrementEpoch(),
                store.getAndIncrementEpoch(),
                store.getAndIncrementEpoch()))
        .containsExactly(10L, 11L, 12L, 13L, 14L, 10L);
  }

  @Test
  void shouldRefuseTheStateOfALaterRelease() throws Exception {
    // given
    try (FencedStore rows = owner.openRows()) {
      rows.write(
          Kind.VERSION.put(
              VersionProto.newBuilder()
                  .setMajorVersion(2)
                  .setMinorVersion(0)
                  .build()
                  .toByteArray()));
    }
    // when, then
    assertThatThrownBy(() -> store.checkVersion())
        .isInstanceOf(RMStateVersionIncompatibleException.class);
  }

  @Test
  void shouldDeleteEverything() throws Exception {
    // given
    store.storeApplicationStateInternal(A1, SampleState.submitted(A1, 10));
    store.storeRMDelegationToken(SampleState.token(41), 100L);
    // when
    store.deleteStore();
    // then
    RMState state = loadedByTheNextLeader();
    assertThat(state.getApplicationState()).isEmpty();
    assertThat(state.getRMDTSecretManagerState().getTokenState()).isEmpty();
  }

  /** Applications come through the store's own thread, tokens from those of the RPC. */
  @Test
  void shouldStoreWhatManyThreadsBring() throws Exception {
    // when
    List<CompletableFuture<Void>> calls = new ArrayList<>();
    for (int thread = 0; thread < 4; thread++) {
      int first = thread * 50;
      calls.add(
          CompletableFuture.runAsync(
              () ->
                  IntStream.range(first, first + 50)
                      .forEach(
                          i -> {
                            store.updateApplicationState(
                                SampleState.finished(SampleState.application(i + 1)));
                            store.storeRMDelegationToken(SampleState.token(i + 1), 1L);
                          })));
    }
    CompletableFuture.allOf(calls.toArray(CompletableFuture<?>[]::new)).get(60, TimeUnit.SECONDS);
    await().atMost(Duration.ofSeconds(60)).until(() -> owner.events.size() == 200);
    // then
    RMState state = loadedByTheNextLeader();
    assertThat(state.getApplicationState()).hasSize(200);
    assertThat(state.getRMDTSecretManagerState().getTokenState()).hasSize(200);
  }

  private static ApplicationStateData application(RMState state, ApplicationId id) {
    return Objects.requireNonNull(state.getApplicationState().get(id), id::toString);
  }
}
