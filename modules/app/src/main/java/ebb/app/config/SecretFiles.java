package ebb.app.config;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.DispatcherSelector;
import com.typesafe.config.Config;
import ebb.app.cluster.ClusterTls;
import ebb.journal.database.OwnerOnly;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks the files with passwords, keys, certificates and users that an operator has created:
 * whether other users of this machine can read or change them, whether certificates are valid, and
 * for how long. A file with a problem is used all the same, and Ebb does not change it.
 */
public final class SecretFiles {
  private static final Logger LOG = LoggerFactory.getLogger(SecretFiles.class);

  /** The files may be replaced while an instance runs. */
  private static final Duration CHECK_INTERVAL = Duration.ofSeconds(10);

  private static final DispatcherSelector BLOCKING =
      DispatcherSelector.fromConfig("ebb.blocking-dispatcher");

  private static final String PASSWORD_FILE = "ebb.journal.password-file";

  private static final List<String> KEYS =
      List.of("ebb.http.users-file", "ebb.http.tls.key", "ebb.cluster.tls.key", PASSWORD_FILE);

  /**
   * Not secret, but they define whom this instance trusts, and under which identity it is trusted.
   */
  private static final List<String> TRUST =
      List.of(
          "ebb.http.tls.certificate",
          "ebb.http.tls.client-ca",
          "ebb.cluster.tls.certificate",
          "ebb.cluster.tls.ca");

  private final List<Path> files;
  private final List<Path> trust;
  private final Optional<ClusterTls> cluster;
  private volatile List<Finding> found = List.of();
  private volatile Map<String, Long> ends = Map.of();

  private SecretFiles(List<Path> files, List<Path> trust, Optional<ClusterTls> cluster) {
    this.files = files;
    this.trust = trust;
    this.cluster = cluster;
  }

  /**
   * @param line what is wrong with a file
   * @param consequence what follows from that, for an operator who does not know it
   */
  private record Finding(String line, String consequence) {
    static Finding exposed(String line) {
      return new Finding(line, "whoever does can act in the name of this instance or its users");
    }

    static Finding outOfTerm(String line) {
      return new Finding(line, "peers refuse new connections with it while it is not valid");
    }

    static Finding unusable(String line) {
      return new Finding(line, "new connections to other instances fail until it is fixed");
    }
  }

  public static SecretFiles of(Settings settings) {
    return new SecretFiles(
        Stream.of(
                KEYS.stream().flatMap(key -> configured(settings.ebbConf(), key).stream()),
                ofDriver(settings).stream(),
                settings.hadoop().keytabs(),
                settings.webhooks().stream().map(each -> each.secretFile().toString()))
            .flatMap(file -> file)
            .map(Path::of)
            .toList(),
        TRUST.stream()
            .flatMap(key -> configured(settings.ebbConf(), key).stream())
            .map(Path::of)
            .toList(),
        settings.cluster().tls());
  }

  private static Optional<String> configured(Config ebbConf, String key) {
    return Optional.of(ebbConf.getString(key)).filter(file -> !file.isBlank());
  }

  /** Where PostgreSQL's driver looks for a password if none is configured. */
  private static Optional<String> ofDriver(Settings settings) {
    boolean searches =
        settings.journal().isShared()
            && configured(settings.ebbConf(), PASSWORD_FILE).isEmpty()
            && System.getenv("EBB_JOURNAL_PASSWORD") == null;
    return searches
        ? Optional.of(
            Optional.ofNullable(System.getenv("PGPASSFILE"))
                .orElseGet(() -> System.getProperty("user.home") + "/.pgpass"))
        : Optional.empty();
  }

  /** A line for each problem with a file. Blocks for a moment. */
  public List<String> problems() {
    return findings().stream().map(Finding::line).toList();
  }

  private List<Finding> findings() {
    Instant now = Instant.now();
    return Stream.of(
            files.stream().flatMap(file -> OwnerOnly.exposure(file).stream()).map(Finding::exposed),
            trust.stream()
                .flatMap(file -> OwnerOnly.changeability(file).stream())
                .map(Finding::exposed),
            cluster.stream().flatMap(tls -> tls.problem().stream()).map(Finding::unusable),
            trust.stream()
                .flatMap(file -> CertificateTerm.problems(file, now).stream())
                .map(Finding::outOfTerm))
        .flatMap(findings -> findings)
        .toList();
  }

  /** Checks the files at once and then periodically, and logs each new problem. */
  public void watch(ActorSystem<?> system) {
    tellChanges();
    system
        .scheduler()
        .scheduleWithFixedDelay(
            CHECK_INTERVAL,
            CHECK_INTERVAL,
            this::tellChanges,
            system.dispatchers().lookup(BLOCKING));
  }

  private void tellChanges() {
    List<Finding> now = findings();
    List<Finding> fresh = new ArrayList<>(now);
    fresh.removeAll(found);
    fresh.forEach(each -> LOG.warn("{}; {}", each.line(), each.consequence()));
    found = now;
    Map<String, Long> certificates = new TreeMap<>();
    trust.forEach(
        file ->
            CertificateTerm.end(file)
                .ifPresent(end -> certificates.put(file.toString(), end.getEpochSecond())));
    ends = Collections.unmodifiableMap(certificates);
  }

  /** When certificates expire, in seconds since 1970, by file, as of the last check. */
  public Map<String, Long> certificateEnds() {
    return ends;
  }

  /** The problems that the last check found. */
  public List<String> warnings() {
    return found.stream().map(Finding::line).toList();
  }
}
