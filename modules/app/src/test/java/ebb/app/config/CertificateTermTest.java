package ebb.app.config;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.admin.Certificates;
import ebb.files.Pem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificateTermTest {
  private static final String NAME = ": the certificate of CN=ebb ";

  @TempDir Path folder;

  @Test
  void shouldSayAMonthBeforeThatACertificateOfYearsExpires() throws Exception {
    Path file = certificate(825);
    Instant end = end(file);

    assertThat(CertificateTerm.problems(file, end.minus(Duration.ofDays(31)))).isEmpty();
    assertThat(CertificateTerm.problems(file, end.minus(Duration.ofDays(29))))
        .containsExactly(file + NAME + "expires at " + end);
    assertThat(CertificateTerm.problems(file, end.plusSeconds(1)))
        .containsExactly(file + NAME + "expired at " + end);
  }

  /** Whatever renews it has not missed anything yet. */
  @Test
  void shouldNotSayForTheWholeLifeOfAShortOneThatItExpires() throws Exception {
    Path file = certificate(10);
    Instant end = end(file);

    assertThat(CertificateTerm.problems(file, end.minus(Duration.ofDays(2)))).isEmpty();
    assertThat(CertificateTerm.problems(file, end.minus(Duration.ofHours(23)))).hasSize(1);
  }

  @Test
  void shouldSayThatACertificateIsNotValidYet() throws Exception {
    Path file = certificate(10);
    Instant begin = Pem.certificates(file).get(0).getNotBefore().toInstant();

    assertThat(CertificateTerm.problems(file, begin.minusSeconds(1)))
        .containsExactly(file + NAME + "is not valid before " + begin);
  }

  /** The second of two is the issuer's, for instance. */
  @Test
  void shouldLookAtAllCertificatesOfAFile() throws Exception {
    Path file = certificate(825);
    var issuer = new Certificates(Files.createDirectory(folder.resolve("ca")), "EC");
    issuer.selfSigned("ca", "CN=issuer", "-validity", "100");
    Path both = folder.resolve("both.pem");
    Files.writeString(both, Files.readString(file) + Files.readString(issuer.certificate("ca")));

    assertThat(CertificateTerm.problems(both, Instant.now().plus(Duration.ofDays(820))))
        .satisfiesExactly(
            own -> assertThat(own).contains("CN=ebb expires at"),
            issuers -> assertThat(issuers).contains("CN=issuer expired at"));
  }

  private Path certificate(int days) throws Exception {
    var certificates = new Certificates(folder, "EC");
    certificates.selfSigned("rm1", "CN=ebb", "-validity", Integer.toString(days));
    return certificates.certificate("rm1");
  }

  private static Instant end(Path file) {
    return Pem.certificates(file).get(0).getNotAfter().toInstant();
  }
}
