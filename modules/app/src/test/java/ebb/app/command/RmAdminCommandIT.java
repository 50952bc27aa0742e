package ebb.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.app.Main;
import ebb.app.config.HadoopConfFolder;
import ebb.app.examples.PageExample;
import ebb.cli.client.CommandException;
import ebb.demo.cluster.HadoopXml;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.ipc.YarnRPC;
import org.apache.hadoop.yarn.server.api.ResourceManagerAdministrationProtocol;
import org.apache.hadoop.yarn.server.api.protocolrecords.RefreshQueuesResponse;
import org.apache.kerby.kerberos.kerb.client.KrbClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ebb rmadmin} as a process of its own: where it looks, how long, and who it is. */
class RmAdminCommandIT {
  private static final String ADDRESS = "yarn.resourcemanager.admin.address";
  private static final String WAIT = "-Dyarn.resourcemanager.connect.max-wait.ms=1500";
  private static final String INTERVAL = "-Dyarn.resourcemanager.connect.retry-interval.ms=500";

  @TempDir private Path folder;

  /** Of the command; there is none at first. */
  private Path krb5Conf = Path.of("/none");

  // ---- where it looks ----

  @Test
  void shouldLookWhereHadoopsScriptsLook() throws Exception {
    // given
    Path named = Files.createDirectory(folder.resolve("named"));
    Path yarn = Files.createDirectory(folder.resolve("yarn"));
    Path hadoop = Files.createDirectory(folder.resolve("hadoop"));
    Map<String, String> both =
        Map.of("HADOOP_CONF_DIR", hadoop.toString(), "YARN_CONF_DIR", yarn.toString());
    // when, then
    assertThat(HadoopConfFolder.of(named, both)).isEqualTo(named);
    assertThat(HadoopConfFolder.of(null, both)).isEqualTo(yarn);
    assertThat(HadoopConfFolder.of(null, Map.of("HADOOP_CONF_DIR", hadoop.toString())))
        .isEqualTo(hadoop);
    assertThat(
            HadoopConfFolder.of(
                null, Map.of("HADOOP_CONF_DIR", hadoop.toString(), "YARN_CONF_DIR", "")))
        .isEqualTo(hadoop);
    assertThatThrownBy(() -> HadoopConfFolder.of(null, Map.of("YARN_CONF_DIR", "/none")))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("/none")
        .hasMessageContaining("YARN_CONF_DIR");
  }

  // ---- how long ----

  @Test
  void shouldSayWhoDoesNotAnswerAndGiveUp() throws Exception {
    // given
    String nobody = nobody();
    Path conf = conf(Map.of(), Map.of(ADDRESS, nobody));
    // when
    Ended ended = rmadmin(conf, folder.resolve("none"), WAIT, INTERVAL, "-refreshQueues");
    // then
    assertThat(ended.exit()).isEqualTo(255);
    List<String> lines =
        ended.lines().stream().map(line -> line.replace(nobody, "rm1.example.com:8033")).toList();
    List<String> shown =
        PageExample.comparedBy(RmAdminCommandIT.class)
            .get(0)
            .commands()
            .get(0)
            .output()
            .lines()
            .toList();
    assertThat(lines.get(0).replaceFirst("next in \\d+ s", "next in 5 s")).isEqualTo(shown.get(0));
    assertThat(lines.get(lines.size() - 1).replaceAll("\\d attempts?$", ""))
        .isEqualTo(shown.get(1).replaceAll("\\d attempts?$", ""));
    assertThat(lines)
        .hasSizeBetween(2, 4)
        .allMatch(line -> line.contains("no answer from rm1.example.com:8033: Connection refused"));
  }

  @Test
  void shouldTryBothOfAPair() throws Exception {
    // given
    String one = nobody();
    String two = nobody();
    Path conf =
        conf(
            Map.of(),
            Map.of(
                "yarn.resourcemanager.ha.enabled",
                "true",
                "yarn.resourcemanager.ha.rm-ids",
                "rm1,rm2",
                "yarn.resourcemanager.cluster-id",
                "ebb",
                ADDRESS + ".rm1",
                one,
                ADDRESS + ".rm2",
                two));
    // when
    Ended ended = rmadmin(conf, folder.resolve("none"), WAIT, INTERVAL, "-refreshQueues");
    // then
    assertThat(ended.exit()).isEqualTo(255);
    assertThat(ended.lines().get(0)).contains("rm1 at " + one, "Connection refused");
    assertThat(ended.lines().get(1)).contains("rm2 at " + two, "Connection refused");
  }

  // ---- who it is ----

  @Test
  void shouldUseTheTicketThatTheConfigurationAsksFor() throws Exception {
    // given a ResourceManager with Kerberos
    MiniKdc kdc = new MiniKdc(MiniKdc.createConf(), folder.toFile());
    kdc.start();
    krb5Conf = kdc.getKrb5conf().toPath();
    try {
      Path tickets = ticketOf("ada", kdc);
      File keytab = folder.resolve("rm.keytab").toFile();
      kdc.createPrincipal(keytab, "rm/localhost");
      String principal = "rm/localhost@" + kdc.getRealm();
      Path conf =
          conf(
              Map.of("hadoop.security.authentication", "kerberos"),
              Map.of(ADDRESS, nobody(), YarnConfiguration.RM_PRINCIPAL, principal));
      YarnConfiguration secure = new YarnConfiguration();
      secure.addResource(new org.apache.hadoop.fs.Path(conf.resolve("core-site.xml").toUri()));
      secure.addResource(new org.apache.hadoop.fs.Path(conf.resolve("yarn-site.xml").toUri()));
      UserGroupInformation.setConfiguration(secure);
      UserGroupInformation.loginUserFromKeytab(principal, keytab.toString());
      List<String> callers = new CopyOnWriteArrayList<>();
      Server server = serverOf(callers, secure);
      try {
        // when
        Ended withTicket = rmadmin(conf, tickets, "-refreshQueues");
        Ended without = rmadmin(conf, folder.resolve("none"), "-refreshQueues");
        // then
        assertThat(withTicket.exit()).as(withTicket.output()).isZero();
        assertThat(callers).containsExactly("ada@" + kdc.getRealm());
        assertThat(without.exit()).isEqualTo(255);
        assertThat(without.lines())
            .singleElement()
            .asString()
            .startsWith("refreshQueues: no Kerberos ticket")
            .contains("kinit");
      } finally {
        server.stop();
      }
    } finally {
      kdc.stop();
      UserGroupInformation.reset();
      UserGroupInformation.setConfiguration(new Configuration(false));
    }
  }

  @Test
  void shouldSayInOneLineThatKerberosIsNotSetUp() throws Exception {
    // given
    Path conf = conf(Map.of("hadoop.security.authentication", "kerberos"), Map.of());
    // when
    Ended ended = rmadmin(conf, folder.resolve("none"), "-refreshQueues");
    // then
    assertThat(ended.exit()).isEqualTo(1);
    assertThat(ended.lines())
        .singleElement()
        .asString()
        .startsWith("ebb rmadmin: ")
        .contains("Can't get Kerberos realm", "krb5.conf");
  }

  /** As kinit would get it. */
  private Path ticketOf(String user, MiniKdc kdc) throws Exception {
    File keytab = folder.resolve(user + ".keytab").toFile();
    kdc.createPrincipal(keytab, user);
    Path tickets = folder.resolve(user + ".tickets");
    KrbClient client = new KrbClient(kdc.getKrb5conf().getParentFile());
    client.init();
    client.storeTicket(client.requestTgt(user + "@" + kdc.getRealm(), keytab), tickets.toFile());
    return tickets;
  }

  /**
   * At the address that the configuration says.
   *
   * @param callers who has called
   */
  private static Server serverOf(List<String> callers, YarnConfiguration conf) {
    Object rm =
        Proxy.newProxyInstance(
            RmAdminCommandIT.class.getClassLoader(),
            new Class<?>[] {ResourceManagerAdministrationProtocol.class},
            (proxy, method, arguments) -> {
              callers.add(Server.getRemoteUser().getUserName());
              return RefreshQueuesResponse.newInstance();
            });
    InetSocketAddress address = conf.getSocketAddr(ADDRESS, "localhost:8033", 8033);
    Server server =
        YarnRPC.create(conf)
            .getServer(ResourceManagerAdministrationProtocol.class, rm, address, conf, null, 1);
    server.start();
    return server;
  }

  private Path conf(Map<String, String> core, Map<String, String> yarn) throws IOException {
    Path conf = Files.createDirectories(folder.resolve("conf"));
    HadoopXml.write(conf.resolve("core-site.xml"), core);
    HadoopXml.write(conf.resolve("yarn-site.xml"), yarn);
    return conf;
  }

  /** An address at which nobody listens. */
  private static String nobody() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return "localhost:" + socket.getLocalPort();
    }
  }

  /** A command that has ended, with both of its outputs. */
  private record Ended(int exit, String output) {
    List<String> lines() {
      return output.lines().toList();
    }
  }

  /** With the configuration in HADOOP_CONF_DIR. */
  private Ended rmadmin(Path conf, Path tickets, String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.add("-Djava.security.krb5.conf=" + krb5Conf);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.add("rmadmin");
    command.addAll(List.of(arguments));
    ProcessBuilder ebb = new ProcessBuilder(command);
    ebb.environment().remove("YARN_CONF_DIR");
    ebb.environment().put("HADOOP_CONF_DIR", conf.toString());
    ebb.environment().put("KRB5CCNAME", tickets.toString());
    Path output = Files.createTempFile(folder, "output", "");
    Process process = ebb.redirectErrorStream(true).redirectOutput(output.toFile()).start();
    try {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new Ended(process.exitValue(), Files.readString(output));
  }
}
