package ebb.journal;

import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The key by which the instances on one database authenticate each other: a process that can read
 * it belongs to them. Hard state, in one row for all instances, created once.
 *
 * @param key secret
 * @param certificate of the key, self-signed
 */
public record ClusterKey(PrivateKey key, X509Certificate certificate) {
  private static final String SELECT = "SELECT private_key, certificate FROM ebb_cluster_key";

  /** If several instances create a key at the same time, one of the keys is kept. */
  private static final String INSERT =
      """
      INSERT INTO ebb_cluster_key (only_row, private_key, certificate) VALUES (TRUE, ?, ?)
      ON CONFLICT DO NOTHING
      """;

  /**
   * Reads the key, and creates it if there is none.
   *
   * @param generator makes a new key
   * @throws SQLException also if the row contains no valid key
   */
  static ClusterKey in(Connection connection, Supplier<ClusterKey> generator) throws SQLException {
    try {
      Optional<ClusterKey> kept = read(connection);
      if (kept.isEmpty()) {
        insert(generator.get(), connection);
        kept = read(connection);
      }
      return kept.orElseThrow(() -> new SQLException("the table ebb_cluster_key takes no row"));
    } catch (GeneralSecurityException e) {
      throw new SQLException("the table ebb_cluster_key has no key that can be used", e);
    }
  }

  private static Optional<ClusterKey> read(Connection connection)
      throws SQLException, GeneralSecurityException {
    try (PreparedStatement query = connection.prepareStatement(SELECT);
        ResultSet row = query.executeQuery()) {
      return row.next() ? Optional.of(of(row.getBytes(1), row.getBytes(2))) : Optional.empty();
    }
  }

  private static ClusterKey of(byte[] key, byte[] certificate) throws GeneralSecurityException {
    X509Certificate read =
        (X509Certificate)
            CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(certificate));
    return new ClusterKey(
        KeyFactory.getInstance(read.getPublicKey().getAlgorithm())
            .generatePrivate(new PKCS8EncodedKeySpec(key)),
        read);
  }

  private static void insert(ClusterKey made, Connection connection)
      throws SQLException, GeneralSecurityException {
    try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
      insert.setBytes(1, made.key.getEncoded());
      insert.setBytes(2, made.certificate.getEncoded());
      insert.executeUpdate();
    }
  }

  /** Does not contain the key. */
  @Override
  public String toString() {
    return "ClusterKey[" + certificate.getSubjectX500Principal() + "]";
  }
}
