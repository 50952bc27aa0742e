package ebb.hadoop.state;

import ebb.journal.guard.FencedStore;
import ebb.journal.guard.FencedStore.Row;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.security.token.delegation.DelegationKey;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ReservationId;
import org.apache.hadoop.yarn.proto.YarnProtos.ReservationAllocationStateProto;
import org.apache.hadoop.yarn.proto.YarnServerResourceManagerRecoveryProtos.AMRMTokenSecretManagerStateProto;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.RMStateAccess;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.RMStateStore.RMState;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.RMStateStoreUtils;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.records.ApplicationStateData;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.records.impl.pb.AMRMTokenSecretManagerStatePBImpl;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Converts rows to the state that Hadoop recovers from. */
final class SavedState {
  private static final Logger LOG = LoggerFactory.getLogger(SavedState.class);

  static final String CERTIFICATE = "certificate";
  static final String PRIVATE_KEY = "private-key";

  private final FencedStore rows;
  private final RMState state = new RMState();

  private SavedState(FencedStore rows) {
    this.rows = rows;
  }

  /**
   * @throws BrokenRecordException for a row that cannot be read
   * @throws IOException if the web proxy's certificate cannot be read
   */
  static RMState load(FencedStore rows) throws IOException {
    var saved = new SavedState(rows);
    saved.loadApplications();
    saved.loadAttempts();
    saved.loadDelegationKeys();
    saved.loadDelegationTokens();
    saved.loadAmrmSecret();
    saved.loadReservations();
    saved.loadProxyCa();
    return saved.state;
  }

  /** Processes one row. */
  private interface Reader {
    void read(Row row) throws IOException;
  }

  private void each(Kind kind, Reader reader) throws IOException {
    for (Row row : rows.read(kind.text())) {
      try {
        reader.read(row);
      } catch (IOException | RuntimeException e) {
        throw broken(kind, row, e);
      }
    }
  }

  private static BrokenRecordException broken(Kind kind, Row row, Exception reason) {
    String id = row.key().id();
    return switch (kind) {
      case APPLICATION -> BrokenRecordException.of(id, id, reason);
      case ATTEMPT -> BrokenRecordException.of(id, row.key().parent(), reason);
      default ->
          BrokenRecordException.of(
              Stream.of(kind.text(), row.key().parent(), id)
                  .filter(part -> !part.isEmpty())
                  .collect(Collectors.joining(" ")),
              reason);
    };
  }

  private void loadApplications() throws IOException {
    each(
        Kind.APPLICATION,
        row ->
            state
                .getApplicationState()
                .put(
                    ApplicationId.fromString(row.key().id()),
                    ApplicationRecords.application(row.key().id(), row.content())));
  }

  private void loadAttempts() throws IOException {
    each(
        Kind.ATTEMPT,
        row -> {
          ApplicationStateData application =
              state.getApplicationState().get(ApplicationId.fromString(row.key().parent()));
          if (application == null) {
            LOG.warn("Ignoring {}: its application is missing", row.key().id());
          } else {
            var attempt = ApplicationRecords.attempt(row.key().id(), row.content());
            application.attempts.put(attempt.getAttemptId(), attempt);
          }
        });
  }

  private void loadDelegationKeys() throws IOException {
    each(
        Kind.DELEGATION_KEY,
        row -> {
          DelegationKey key = new DelegationKey();
          key.readFields(data(row));
          state.getRMDTSecretManagerState().getMasterKeyState().add(key);
        });
  }

  private void loadDelegationTokens() throws IOException {
    each(
        Kind.DELEGATION_TOKEN,
        row -> {
          var token = RMStateStoreUtils.readRMDelegationTokenIdentifierData(data(row));
          state
              .getRMDTSecretManagerState()
              .getTokenState()
              .put(token.getTokenIdentifier(), token.getRenewDate());
        });
    each(
        Kind.DELEGATION_SEQUENCE,
        row ->
            RMStateAccess.setDelegationTokenSequenceNumber(
                state, ByteBuffer.wrap(row.content()).getInt()));
  }

  private void loadAmrmSecret() throws IOException {
    each(
        Kind.AMRM_SECRET,
        row ->
            RMStateAccess.setAmrmTokenSecretManagerState(
                state,
                new AMRMTokenSecretManagerStatePBImpl(
                    AMRMTokenSecretManagerStateProto.parseFrom(row.content()))));
  }

  private void loadReservations() throws IOException {
    each(
        Kind.RESERVATION,
        row ->
            state
                .getReservationState()
                .computeIfAbsent(row.key().parent(), plan -> new HashMap<>())
                .put(
                    ReservationId.parseReservationId(row.key().id()),
                    ReservationAllocationStateProto.parseFrom(row.content())));
  }

  private void loadProxyCa() throws IOException {
    List<Row> all = rows.read(Kind.PROXY_CA.text());
    Optional<Row> certificate = find(all, CERTIFICATE);
    Optional<Row> privateKey = find(all, PRIVATE_KEY);
    if (certificate.isPresent() && privateKey.isPresent()) {
      try {
        state.getProxyCAState().setCaCert(certificate.get().content());
        state.getProxyCAState().setCaPrivateKey(privateKey.get().content());
      } catch (GeneralSecurityException e) {
        throw new IOException("The certificate of the web proxy cannot be read", e);
      }
    }
  }

  private static Optional<Row> find(List<Row> rows, String id) {
    return rows.stream().filter(row -> row.key().id().equals(id)).findFirst();
  }

  private static DataInputStream data(Row row) {
    return new DataInputStream(new ByteArrayInputStream(row.content()));
  }
}
