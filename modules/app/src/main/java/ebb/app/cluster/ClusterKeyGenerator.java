package ebb.app.cluster;

import ebb.journal.ClusterKey;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * Generates a cluster's key with Bouncy Castle, which comes with Hadoop: Java itself cannot create
 * certificates.
 */
public final class ClusterKeyGenerator {
  private static final X500Name NAME = new X500Name("CN=ebb");

  /** An expiry would stop a cluster some day, and clocks that differ should not matter. */
  private static final Date NOT_BEFORE = Date.from(Instant.EPOCH);

  private static final Date NO_END = Date.from(Instant.parse("9999-12-31T23:59:59Z"));

  private ClusterKeyGenerator() {}

  public static ClusterKey generate() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      KeyPair pair = generator.generateKeyPair();
      var certificate =
          new JcaX509v3CertificateBuilder(
              NAME, BigInteger.ONE, NOT_BEFORE, NO_END, NAME, pair.getPublic());
      var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate());
      return new ClusterKey(
          pair.getPrivate(),
          new JcaX509CertificateConverter().getCertificate(certificate.build(signer)));
    } catch (GeneralSecurityException | OperatorCreationException e) {
      throw new IllegalStateException("every Java has elliptic curves", e);
    }
  }
}
