package ebb.scenarios.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import ebb.demo.cluster.Installation;
import ebb.demo.process.JavaCommand;
import ebb.hadoop.SimulatedNodeManager;
import ebb.scenarios.BeatingNode;
import ebb.scenarios.EbbRun;
import ebb.scenarios.LoneInstance;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/** One instance of a cluster with Kerberos. Its ports are 8031 to 8033, 8088 and 8091. */
final class SecureInstance implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Realm realm;
  private final LoneInstance instance;
  private final HttpClient http = HttpClient.newHttpClient();

  private SecureInstance(Realm realm, LoneInstance instance) {
    this.realm = realm;
    this.instance = instance;
  }

  /**
   * Returned when it runs.
   *
   * @param admins for yarn.admin.acl
   */
  static SecureInstance start(Realm realm, String admins) throws Exception {
    SecureInstance secure = new SecureInstance(realm, LoneInstance.withFile());
    try {
      secure.configure();
      secure.setAdmins(admins);
      secure.instance.process().runWith(List.of(realm.jvmOption()));
      secure.instance.start();
      return secure;
    } catch (Exception | AssertionError e) {
      secure.close();
      throw e;
    }
  }

  private void configure() throws Exception {
    SecureSettings.write(instance.cluster(), realm);
    SecureSettings.add(
        instance.cluster(),
        "core-site.xml",
        Map.of(
            "hadoop.proxyuser.oozie.hosts",
            "127.0.0.1",
            "hadoop.proxyuser.oozie.users",
            "ada,bob"));
    // Hadoop's clients treat a missing ticket as a temporary failure.
    SecureSettings.add(
        instance.cluster(),
        "yarn-site.xml",
        Map.of(YarnConfiguration.RESOURCEMANAGER_CONNECT_MAX_WAIT_MS, "3000"));
  }

  /** Writes yarn-site.xml. A running instance has to be told. */
  void setAdmins(String acl) {
    SecureSettings.add(
        instance.cluster(), "yarn-site.xml", Map.of(YarnConfiguration.YARN_ADMIN_ACL, acl));
  }

  private Path conf() {
    return instance.cluster().folder().conf();
  }

  LoneInstance instance() {
    return instance;
  }

  /** The configuration of a client. */
  YarnConfiguration clientConf() {
    return BeatingNode.conf(instance.cluster());
  }

  /** Sends SIGKILL, and starts it again on the same data. */
  void killAndStart() {
    instance.kill();
    assertThat(instance.process().process().awaitExit(LoneInstance.PATIENCE)).isPresent();
    instance.start();
  }

  // ---- over HTTP ----

  record Answer(int status, Optional<String> challenge, JsonNode json) {}

  /** The admin API. Without a user the request has no credentials. */
  Answer adminApi(Optional<UserGroupInformation> user, String method, String path, String body)
      throws Exception {
    return send(user, method, instance.adminAddress() + "/api/v1" + path, body);
  }

  /** Hadoop's REST API. */
  Answer hadoopApi(Optional<UserGroupInformation> user, String method, String path, String body)
      throws Exception {
    String web = clientConf().get(YarnConfiguration.RM_WEBAPP_ADDRESS);
    return send(user, method, "http://" + web + "/ws/v1/cluster" + path, body);
  }

  private Answer send(Optional<UserGroupInformation> user, String method, String uri, String body)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(uri))
            .header("Content-Type", "application/json")
            .header("Accept", "application/json")
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (user.isPresent()) {
      request.header("Authorization", Realm.negotiate(user.get()));
    }
    HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
    String type = answer.headers().firstValue("Content-Type").orElse("");
    return new Answer(
        answer.statusCode(),
        answer.headers().firstValue("WWW-Authenticate"),
        type.contains("json") ? JSON.readTree(answer.body()) : JSON.nullNode());
  }

  // ---- over RPC ----

  SimulatedNodeManager nodeManager(UserGroupInformation user, String host) throws Exception {
    return user.doAs(
        (PrivilegedExceptionAction<SimulatedNodeManager>)
            () -> SimulatedNodeManager.of(host, clientConf()));
  }

  /** Runs the unmodified {@code yarn rmadmin} in its own process. */
  EbbRun rmAdmin(Path ticket, String... arguments) throws Exception {
    Path out = Files.createTempFile(instance.cluster().folder().tmp(), "rmadmin-", ".out");
    Path err = Files.createTempFile(instance.cluster().folder().tmp(), "rmadmin-", ".err");
    List<String> words =
        new JavaCommand(
                List.of(conf().toString(), Installation.find().nodeManagerLib() + "/*"),
                "org.apache.hadoop.yarn.client.cli.RMAdminCLI",
                96,
                Map.of("log.level", "ERROR"),
                List.of(arguments))
            .words(List.of(realm.jvmOption()));
    ProcessBuilder builder =
        new ProcessBuilder(words).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().put("KRB5CCNAME", ticket.toString());
    Process process = builder.start();
    try {
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new EbbRun(process.exitValue(), Files.readAllLines(out), Files.readAllLines(err));
  }

  @Override
  public void close() {
    instance.close();
  }
}
