package ebb.scenarios.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.admin.Certificates;
import ebb.demo.cluster.HadoopXml;
import ebb.demo.cluster.SharedJournal;
import ebb.postgres.PostgresServer;
import ebb.scenarios.EbbRun;
import ebb.scenarios.LoneInstance;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Passwords are in files: {@code ps} shows none of them, and none is in the environment of a
 * process.
 */
@Tag("long")
class PasswordsIT {
  private static final String OF_KEYSTORE = "changeit";

  @TempDir Path folder;

  @Test
  void shouldShowNoPasswordInAListOfProcesses() throws Exception {
    try (PostgresServer postgres = PostgresServer.start()) {
      var journal =
          new SharedJournal(postgres.createDatabase(), PostgresServer.USER, postgres.password());
      try (LoneInstance instance = LoneInstance.with(journal)) {
        serveByHttps(instance);
        Launcher launcher = Launcher.install(instance.cluster());
        instance.process().startBy(launcher::command);
        try (ProcessWatch watch = ProcessWatch.forSecrets(journal.password(), OF_KEYSTORE)) {
          instance.start();
          instance.startNode("127.0.57.1");
          run(instance, launcher, "history", "--journal", journal.url());
          run(instance, launcher, "journal", "check", "--journal", journal.url());
          run(instance, launcher, "config", "check", "--conf", conf(instance).toString());
          instance.stop();

          assertThat(watch.seen())
              .anyMatch(each -> each.contains("bin/ebb start "))
              .anyMatch(each -> each.contains("ebb.app.Main start "))
              .anyMatch(each -> each.contains("ebb.app.Main history "))
              .anyMatch(each -> each.contains("ebb.app.Main journal "))
              .anyMatch(each -> each.contains("ebb.app.Main config "))
              .anyMatch(each -> each.startsWith("postgres: "));
          assertThat(watch.found()).isEmpty();
          expectToFindOneThatIsThere(watch, journal.password());
        }
      }
    }
  }

  /** For Hadoop's web pages, whose keystore has a password. */
  private void serveByHttps(LoneInstance instance) throws Exception {
    new Certificates(folder, "RSA").selfSigned("rm", "CN=127.0.0.1");
    SecureSettings.add(
        instance.cluster(), "yarn-site.xml", Map.of("yarn.http.policy", "HTTPS_ONLY"));
    HadoopXml.write(
        conf(instance).resolve("ssl-server.xml"),
        Map.of(
            "ssl.server.keystore.location",
            folder.resolve("store.p12").toString(),
            "ssl.server.keystore.type",
            "PKCS12",
            "ssl.server.keystore.password",
            OF_KEYSTORE,
            "ssl.server.keystore.keypassword",
            OF_KEYSTORE));
  }

  private static Path conf(LoneInstance instance) {
    return instance.cluster().folder().conf();
  }

  private static void run(LoneInstance instance, Launcher launcher, String... words)
      throws Exception {
    EbbRun run =
        EbbRun.of(
            instance.cluster(),
            List.of(words),
            java -> EbbRun.withPasswordFile(instance.cluster(), launcher.command(java)));
    assertThat(run.exitCode()).as(run.toString()).isZero();
  }

  private static void expectToFindOneThatIsThere(ProcessWatch watch, String password)
      throws Exception {
    Process careless = new ProcessBuilder("sh", "-c", "read line", password).start();
    try {
      await().until(() -> !watch.found().isEmpty());
    } finally {
      careless.destroyForcibly();
    }
  }
}
