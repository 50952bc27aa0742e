package ebb.hadoop.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The principal and keytab by which callers over HTTP are asked for a ticket. */
class HttpKerberosTest {
  private static final String EVERY_DAEMON = "hadoop.http.authentication.kerberos.";

  @TempDir Path folder;
  private final Configuration conf = new YarnConfiguration();
  private Path keytab;

  @BeforeEach
  void secure() throws Exception {
    keytab = Files.createFile(folder.resolve("spnego.keytab"));
    conf.set("hadoop.security.authentication", "kerberos");
    conf.set(YarnConfiguration.RM_WEBAPP_ADDRESS, "rm1.example.com:8088");
  }

  private void ofTheResourceManager(String principal, Path file) {
    conf.set(YarnConfiguration.RM_WEBAPP_SPNEGO_USER_NAME_KEY, principal);
    conf.set(YarnConfiguration.RM_WEBAPP_SPNEGO_KEYTAB_FILE_KEY, file.toString());
  }

  private void ofEveryDaemon(String principal, Path file) {
    conf.set("hadoop.http.authentication.type", "kerberos");
    conf.set(EVERY_DAEMON + "principal", principal);
    conf.set(EVERY_DAEMON + "keytab", file.toString());
  }

  @Test
  void shouldPutTheHostOfTheWebPagesIntoThePrincipal() {
    ofTheResourceManager("HTTP/_HOST@EXAMPLE.COM", keytab);

    assertThat(HttpKerberos.of(conf))
        .contains(new HttpKerberos("HTTP/rm1.example.com@EXAMPLE.COM", keytab.toFile()));
  }

  @Test
  void shouldTakeThoseOfEveryDaemonWhereTheResourceManagerHasNone() {
    ofEveryDaemon("HTTP/_HOST@EXAMPLE.COM", keytab);
    conf.set(YarnConfiguration.RM_WEBAPP_SPNEGO_USER_NAME_KEY, "HTTP/without-keytab@EXAMPLE.COM");

    assertThat(HttpKerberos.of(conf).orElseThrow().principal())
        .isEqualTo("HTTP/rm1.example.com@EXAMPLE.COM");
  }

  @Test
  void shouldPreferThoseOfTheResourceManager() {
    ofEveryDaemon("HTTP/any@EXAMPLE.COM", keytab);
    ofTheResourceManager("HTTP/rm@EXAMPLE.COM", keytab);

    assertThat(HttpKerberos.of(conf).orElseThrow().principal()).isEqualTo("HTTP/rm@EXAMPLE.COM");
  }

  @Test
  void shouldAskNobodyWithoutHadoopsSecurity() {
    ofTheResourceManager("HTTP/_HOST@EXAMPLE.COM", keytab);
    conf.set("hadoop.security.authentication", "simple");

    assertThat(HttpKerberos.isOn(conf)).isFalse();
    assertThat(HttpKerberos.of(conf)).isEmpty();
  }

  @Test
  void shouldKnowThatNobodyCanShowWhoTheyAre() {
    assertThat(HttpKerberos.isOn(conf)).isTrue();
    assertThat(HttpKerberos.of(conf)).isEmpty();
  }

  @Test
  void shouldRefuseAKeytabThatIsNoFileInOneLine() {
    for (Path none : new Path[] {folder.resolve("none.keytab"), folder}) {
      ofTheResourceManager("HTTP/_HOST@EXAMPLE.COM", none);

      assertThatThrownBy(() -> HttpKerberos.of(conf))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              YarnConfiguration.RM_WEBAPP_SPNEGO_KEYTAB_FILE_KEY
                  + " = "
                  + none
                  + " is not a readable file");
    }
  }
}
