package ebb.app.config;

import ebb.files.Pem;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** How long the certificates in a file are valid. */
final class CertificateTerm {
  /** Long enough to replace a certificate by hand. */
  private static final Duration EARLY = Duration.ofDays(30);

  /** Tools that renew certificates do so before the last tenth of their lifetime. */
  private static final int PART = 10;

  private CertificateTerm() {}

  /**
   * A line about each certificate that is not valid, or that expires soon. Blocks for a moment.
   *
   * @return empty also if the file cannot be read
   */
  static List<String> problems(Path file, Instant now) {
    try {
      return Pem.certificates(file).stream()
          .flatMap(each -> problem(file, each, now).stream())
          .toList();
    } catch (IllegalArgumentException e) {
      return List.of();
    }
  }

  /**
   * When the first certificate in a file expires. Blocks for a moment.
   *
   * @return empty also if the file cannot be read
   */
  static Optional<Instant> end(Path file) {
    try {
      return Pem.certificates(file).stream()
          .map(each -> each.getNotAfter().toInstant())
          .min(Comparator.naturalOrder());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> problem(Path file, X509Certificate certificate, Instant now) {
    Instant begin = certificate.getNotBefore().toInstant();
    Instant end = certificate.getNotAfter().toInstant();
    String name = file + ": the certificate of " + certificate.getSubjectX500Principal();
    if (now.isBefore(begin)) {
      return Optional.of(name + " is not valid before " + begin);
    } else if (now.isAfter(end)) {
      return Optional.of(name + " expired at " + end);
    }
    return now.isAfter(end.minus(early(Duration.between(begin, end))))
        ? Optional.of(name + " expires at " + end)
        : Optional.empty();
  }

  private static Duration early(Duration life) {
    Duration part = life.dividedBy(PART);
    return part.compareTo(EARLY) < 0 ? part : EARLY;
  }
}
