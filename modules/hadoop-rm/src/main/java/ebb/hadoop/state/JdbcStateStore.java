package ebb.hadoop.state;

import ebb.journal.database.JournalException;
import ebb.journal.guard.FencedStore;
import ebb.journal.guard.FencedStore.Change;
import ebb.journal.guard.FencedStore.Row;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.token.delegation.DelegationKey;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.conf.HAUtil;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;
import org.apache.hadoop.yarn.proto.YarnProtos.ReservationAllocationStateProto;
import org.apache.hadoop.yarn.proto.YarnServerCommonProtos.VersionProto;
import org.apache.hadoop.yarn.proto.YarnServerResourceManagerRecoveryProtos.EpochProto;
import org.apache.hadoop.yarn.security.client.RMDelegationTokenIdentifier;
import org.apache.hadoop.yarn.server.records.Version;
import org.apache.hadoop.yarn.server.records.impl.pb.VersionPBImpl;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.RMStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.records.AMRMTokenSecretManagerState;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.records.ApplicationAttemptStateData;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.records.ApplicationStateData;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.records.Epoch;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.records.RMDelegationTokenIdentifierData;
import org.jspecify.annotations.Nullable;

/**
 * Hadoop's store of applications, attempts, tokens and keys, in the journal's database. This is
 * hard state, which only the leader can change. A store whose term is over writes nothing, and
 * takes its ResourceManager out of service. While the database does not answer, callers wait.
 *
 * <p>For Ebb's ResourceManager only, which is a {@link StoreOwner}. Hadoop creates it by its name.
 */
public final class JdbcStateStore extends RMStateStore {
  private static final Version CURRENT = Version.newInstance(1, 0);

  private Optional<FencedStore> opened = Optional.empty();

  @Override
  protected void initInternal(Configuration conf) {}

  /** Opened here, because the store of a standby is created but never started. */
  @Override
  protected void startInternal() {
    opened = Optional.of(owner().openRows());
  }

  /** Calls that wait for the database must not hold up the stop. */
  @Override
  protected void serviceStop() throws Exception {
    opened.ifPresent(FencedStore::hurry);
    super.serviceStop();
  }

  @Override
  protected void closeInternal() {
    opened.ifPresent(FencedStore::close);
  }

  @Override
  protected @Nullable Version loadVersion() throws IOException {
    Optional<byte[]> saved = only(Kind.VERSION);
    return saved.isPresent() ? new VersionPBImpl(VersionProto.parseFrom(saved.get())) : null;
  }

  @Override
  protected void storeVersion() {
    write(Kind.VERSION.put(((VersionPBImpl) CURRENT).getProto().toByteArray()));
  }

  @Override
  protected Version getCurrentVersion() {
    return CURRENT;
  }

  @Override
  public synchronized long getAndIncrementEpoch() throws IOException {
    Optional<byte[]> saved = only(Kind.EPOCH);
    long epoch = saved.isPresent() ? EpochProto.parseFrom(saved.get()).getEpoch() : baseEpoch;
    write(Kind.EPOCH.put(Epoch.newInstance(nextEpoch(epoch)).getProto().toByteArray()));
    return epoch;
  }

  @Override
  public RMState loadState() throws IOException {
    return SavedState.load(rows());
  }

  @Override
  protected void storeApplicationStateInternal(ApplicationId id, ApplicationStateData application) {
    write(Kind.APPLICATION.put(id.toString(), application.getProto().toByteArray()));
  }

  @Override
  protected void updateApplicationStateInternal(
      ApplicationId id, ApplicationStateData application) {
    storeApplicationStateInternal(id, application);
  }

  @Override
  protected void storeApplicationAttemptStateInternal(
      ApplicationAttemptId id, ApplicationAttemptStateData attempt) {
    write(
        Kind.ATTEMPT.put(
            id.getApplicationId().toString(), id.toString(), attempt.getProto().toByteArray()));
  }

  @Override
  protected void updateApplicationAttemptStateInternal(
      ApplicationAttemptId id, ApplicationAttemptStateData attempt) {
    storeApplicationAttemptStateInternal(id, attempt);
  }

  @Override
  protected void removeApplicationAttemptInternal(ApplicationAttemptId id) {
    write(Kind.ATTEMPT.remove(id.getApplicationId().toString(), id.toString()));
  }

  /** Whether the store has anything of an application, readable or not. */
  public boolean holds(ApplicationId id) {
    return rows().read(Kind.APPLICATION.text()).stream()
            .anyMatch(row -> row.key().id().equals(id.toString()))
        || rows().read(Kind.ATTEMPT.text()).stream()
            .anyMatch(row -> row.key().parent().equals(id.toString()));
  }

  @Override
  protected void removeApplicationStateInternal(ApplicationStateData application) {
    removeApplication(application.getApplicationSubmissionContext().getApplicationId());
  }

  @Override
  public void removeApplication(ApplicationId id) {
    write(Kind.APPLICATION.remove(id.toString()), Kind.ATTEMPT.removeChildren(id.toString()));
  }

  @Override
  protected void storeRMDelegationTokenState(RMDelegationTokenIdentifier token, Long renewDate)
      throws IOException {
    byte[] number = ByteBuffer.allocate(Integer.BYTES).putInt(token.getSequenceNumber()).array();
    write(put(token, renewDate), Kind.DELEGATION_SEQUENCE.put(number));
  }

  @Override
  protected void updateRMDelegationTokenState(RMDelegationTokenIdentifier token, Long renewDate)
      throws IOException {
    write(put(token, renewDate));
  }

  private static Change put(RMDelegationTokenIdentifier token, Long renewDate) throws IOException {
    return Kind.DELEGATION_TOKEN.put(
        idOf(token), new RMDelegationTokenIdentifierData(token, renewDate).toByteArray());
  }

  @Override
  protected void removeRMDelegationTokenState(RMDelegationTokenIdentifier token) {
    write(Kind.DELEGATION_TOKEN.remove(idOf(token)));
  }

  private static String idOf(RMDelegationTokenIdentifier token) {
    return Integer.toString(token.getSequenceNumber());
  }

  @Override
  protected void storeRMDTMasterKeyState(DelegationKey key) throws IOException {
    var bytes = new ByteArrayOutputStream();
    key.write(new DataOutputStream(bytes));
    write(Kind.DELEGATION_KEY.put(Integer.toString(key.getKeyId()), bytes.toByteArray()));
  }

  @Override
  protected void removeRMDTMasterKeyState(DelegationKey key) {
    write(Kind.DELEGATION_KEY.remove(Integer.toString(key.getKeyId())));
  }

  @Override
  protected void storeOrUpdateAMRMTokenSecretManagerState(
      AMRMTokenSecretManagerState secrets, boolean isUpdate) {
    write(
        Kind.AMRM_SECRET.put(
            AMRMTokenSecretManagerState.newInstance(secrets).getProto().toByteArray()));
  }

  @Override
  protected void storeReservationState(
      ReservationAllocationStateProto reservation, String plan, String id) {
    write(Kind.RESERVATION.put(plan, id, reservation.toByteArray()));
  }

  @Override
  protected void removeReservationState(String plan, String id) {
    write(Kind.RESERVATION.remove(plan, id));
  }

  @Override
  protected void storeProxyCACertState(X509Certificate certificate, PrivateKey privateKey)
      throws CertificateEncodingException {
    write(
        Kind.PROXY_CA.put(SavedState.CERTIFICATE, certificate.getEncoded()),
        Kind.PROXY_CA.put(SavedState.PRIVATE_KEY, privateKey.getEncoded()));
  }

  @Override
  public void deleteStore() {
    rows().clear(Kind.all());
  }

  private void write(Change... changes) {
    try {
      rows().write(changes);
    } catch (JournalException e) {
      if (!HAUtil.isHAEnabled(getConfig())) {
        // With HA settings, Hadoop steps down itself. Without, it would only log this and continue.
        owner().giveUp(e);
      }
      throw e;
    }
  }

  private Optional<byte[]> only(Kind kind) {
    return rows().read(kind.text()).stream().map(Row::content).findFirst();
  }

  private FencedStore rows() {
    return opened.orElseThrow(() -> new IllegalStateException("The store is not initialised"));
  }

  private StoreOwner owner() {
    if (resourceManager instanceof StoreOwner owner) {
      return owner;
    }
    throw new YarnRuntimeException(
        JdbcStateStore.class.getName() + " is for Ebb's ResourceManager only");
  }
}
