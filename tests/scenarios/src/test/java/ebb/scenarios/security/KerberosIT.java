package ebb.scenarios.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.hadoop.SimulatedNodeManager;
import ebb.scenarios.EbbRun;
import ebb.scenarios.LoneInstance;
import ebb.scenarios.security.SecureInstance.Answer;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.util.Optional;
import javax.security.sasl.SaslException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.ApplicationClientProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.GetClusterMetricsRequest;
import org.apache.hadoop.yarn.api.protocolrecords.GetDelegationTokenRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RenewDelegationTokenRequest;
import org.apache.hadoop.yarn.api.records.Token;
import org.apache.hadoop.yarn.client.ClientRMProxy;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.security.client.RMDelegationTokenIdentifier;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.apache.hadoop.yarn.util.ConverterUtils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster with Kerberos: every caller on 8031, 8032, 8033, 8088 or 8091 needs a ticket, and only
 * users in yarn.admin.acl can change anything. Ada is an administrator, Bob is none, and Oozie may
 * act for both.
 */
class KerberosIT {
  private static final String NODE = "localhost:4321";
  private static final String SIZE =
      "{\"resource\":{\"memory\":2048,\"vCores\":2},\"overCommitTimeout\":-1}";

  @TempDir static Path folder;
  private static Realm realm;
  private static SecureInstance instance;
  private static UserGroupInformation ada;
  private static UserGroupInformation bob;
  private static UserGroupInformation oozie;
  private static SimulatedNodeManager node;

  @BeforeAll
  static void start() throws Exception {
    realm = Realm.open(folder);
    instance = SecureInstance.start(realm, "ada");
    ada = realm.login("ada");
    bob = realm.login("bob");
    oozie = realm.login("oozie/localhost");
    node = instance.nodeManager(realm.login("nm/localhost"), "localhost");
    assertThat(node.register().getNodeAction()).isEqualTo(NodeAction.NORMAL);
  }

  @AfterAll
  static void stop() {
    if (node != null) {
      node.close();
    }
    if (instance != null) {
      instance.close();
    }
    if (realm != null) {
      realm.close();
    }
  }

  // ---- 8091 ----

  @Test
  void shouldAskForATicketInTheAdminApi() throws Exception {
    Answer nobody = instance.adminApi(Optional.empty(), "GET", "/nodes", "");

    assertThat(nobody.status()).isEqualTo(401);
    assertThat(nobody.challenge()).contains("Negotiate");
  }

  @Test
  void shouldShowTheWholePrincipalOfWhoDrains() throws Exception {
    Answer drain = instance.adminApi(Optional.of(ada), "POST", "/refresh", refresh("new disks"));

    assertThat(drain.status()).as(drain.json().toString()).isEqualTo(200);
    assertThat(drain.challenge()).as("the server shows who it is").isPresent();
    assertThat(operationBecauseOf("new disks").path("actor").asText())
        .isEqualTo(realm.principal("ada"));
  }

  @Test
  void shouldLetWhoIsNoAdministratorLookOnly() throws Exception {
    assertThat(instance.adminApi(Optional.of(bob), "GET", "/nodes", "").status()).isEqualTo(200);
    assertThat(
            instance.adminApi(Optional.of(bob), "POST", "/refresh", refresh("mischief")).status())
        .isEqualTo(403);
    assertThat(operations()).noneMatch(each -> each.path("reason").asText().equals("mischief"));
  }

  @Test
  void shouldLetAProxyUserActForAnAdministrator() throws Exception {
    Answer forAda =
        instance.adminApi(Optional.of(oozie), "POST", "/refresh?doAs=ada", refresh("for ada"));
    Answer forBob =
        instance.adminApi(Optional.of(oozie), "POST", "/refresh?doAs=bob", refresh("for bob"));
    Answer forEve = instance.adminApi(Optional.of(oozie), "GET", "/nodes?doAs=eve", "");
    Answer byBob =
        instance.adminApi(Optional.of(bob), "POST", "/refresh?doAs=ada", refresh("by bob"));

    assertThat(forAda.status()).as(forAda.json().toString()).isEqualTo(200);
    assertThat(forBob.status()).isEqualTo(403);
    assertThat(forEve.status()).as("whom Oozie may not act for").isEqualTo(403);
    assertThat(byBob.status()).isEqualTo(403);
    JsonNode operation = operationBecauseOf("for ada");
    assertThat(operation.path("actor").asText()).isEqualTo("ada");
    assertThat(operation.path("peer").path("user").asText())
        .isEqualTo(realm.principal("oozie/localhost"));
  }

  @Test
  void shouldEnforceTheAclThatIsInForce() throws Exception {
    Path ticket = realm.ticketOf("ada2");
    instance.setAdmins("ada,ada2,carl");
    UserGroupInformation carl = realm.login("carl");
    assertThat(instance.adminApi(Optional.of(carl), "POST", "/refresh", refresh("early")).status())
        .isEqualTo(403);
    assertThat(instance.rmAdmin(ticket, "-refreshAdminAcls").exitCode())
        .as("whom the ACL in force does not name")
        .isNotZero();

    EbbRun refreshed = instance.rmAdmin(realm.ticketOf("ada"), "-refreshAdminAcls");

    assertThat(refreshed.exitCode()).as(refreshed.err().toString()).isZero();
    assertThat(
            instance.adminApi(Optional.of(carl), "POST", "/refresh", refresh("in time")).status())
        .isEqualTo(200);
  }

  // ---- 8033 ----

  @Test
  void shouldTakeRmadminWithATicketAndTheRightOnly() throws Exception {
    EbbRun nobody = instance.rmAdmin(folder.resolve("none"), "-refreshNodes");
    EbbRun byBob = instance.rmAdmin(realm.ticketOf("bob"), "-refreshNodes");
    EbbRun byAda = instance.rmAdmin(realm.ticketOf("ada"), "-refreshNodes");

    assertThat(nobody.exitCode()).isNotZero();
    assertThat(nobody.err().toString()).contains("Client cannot authenticate via:[");
    assertThat(byBob.exitCode()).isNotZero();
    assertThat(byBob.err().toString()).contains("User bob doesn't have permission");
    assertThat(byAda.exitCode()).as(byAda.err().toString()).isZero();
    assertThat(operations())
        .anySatisfy(
            operation -> {
              assertThat(operation.path("origin").asText()).isEqualTo("RPC");
              assertThat(operation.path("actor").asText()).isEqualTo(realm.principal("ada"));
            });
  }

  // ---- 8088 ----

  @Test
  void shouldAskForATicketInHadoopsRestApi() throws Exception {
    assertThat(instance.hadoopApi(Optional.empty(), "GET", "/info", "").status()).isEqualTo(401);
    assertThat(instance.hadoopApi(Optional.of(bob), "GET", "/info", "").status()).isEqualTo(200);
  }

  @Test
  void shouldLetAnAdministratorOnlyResizeANodeByRest() throws Exception {
    node.register();
    String resource = "/nodes/" + NODE + "/resource";
    Answer byBob = instance.hadoopApi(Optional.of(bob), "POST", resource, SIZE);
    Answer byAda = instance.hadoopApi(Optional.of(ada), "POST", resource, SIZE);

    assertThat(byBob.status()).isEqualTo(403);
    assertThat(byAda.status()).as(byAda.json().toString()).isEqualTo(200);
    assertThat(
            instance.hadoopApi(Optional.of(oozie), "POST", resource + "?doAs=bob", SIZE).status())
        .isEqualTo(403);
    await()
        .atMost(LoneInstance.PATIENCE)
        .untilAsserted(
            () ->
                assertThat(history())
                    .filteredOn(
                        event -> event.path("event").asText().equals("node.capacity-changed"))
                    .extracting(event -> event.path("actor").asText())
                    .containsOnly(realm.principal("ada")));
  }

  // ---- 8031 ----

  @Test
  void shouldServeANodeManagerWithItsKeytab() throws Exception {
    assertThat(node.register().getNodeAction()).isEqualTo(NodeAction.NORMAL);
    assertThat(node.heartbeat().getNodeAction()).isEqualTo(NodeAction.NORMAL);
  }

  @Test
  void shouldRefuseANodeManagerOfAnotherHost() throws Exception {
    try (SimulatedNodeManager foreign =
        instance.nodeManager(realm.login("nm/elsewhere.example"), "localhost")) {
      assertThatThrownBy(foreign::register)
          .isInstanceOf(StandbyException.class)
          .hasMessageContaining(
              "is not nm/_HOST@EXAMPLE.COM (yarn.nodemanager.principal) of the host localhost");
    }
    assertThat(instance.instance().logged("nm/elsewhere.example@EXAMPLE.COM")).isNotEmpty();
  }

  // ---- 8032 ----

  @Test
  void shouldKnowADelegationTokenAfterAKill() throws Exception {
    // given a token of bob's, which ada may renew
    ApplicationClientProtocol asBob = client(bob);
    Token token =
        asBob
            .getDelegationToken(GetDelegationTokenRequest.newInstance("ada"))
            .getRMDelegationToken();
    // when
    instance.killAndStart();
    // then it is as good as a ticket
    var known =
        ConverterUtils.<RMDelegationTokenIdentifier>convertFromYarn(
            token, instance.clientConf().getSocketAddr(YarnConfiguration.RM_ADDRESS, "", 0));
    UserGroupInformation withToken = UserGroupInformation.createRemoteUser("bob");
    withToken.addToken(known);
    assertThat(client(withToken).getClusterMetrics(GetClusterMetricsRequest.newInstance()))
        .isNotNull();
    assertThat(
            client(ada)
                .renewDelegationToken(RenewDelegationTokenRequest.newInstance(token))
                .getNextExpirationTime())
        .isPositive();
    // and a token that was changed is not
    known.getPassword()[0] ^= 1;
    UserGroupInformation forger = UserGroupInformation.createRemoteUser("bob");
    forger.addToken(known);
    assertThatThrownBy(
            () -> client(forger).getClusterMetrics(GetClusterMetricsRequest.newInstance()))
        .isInstanceOf(SaslException.class);
  }

  // ---- words ----

  private static String refresh(String reason) {
    return "{\"type\":\"NORMAL\",\"reason\":\"" + reason + "\"}";
  }

  private static JsonNode operations() throws Exception {
    return instance.adminApi(Optional.of(ada), "GET", "/operations", "").json().path("operations");
  }

  private static JsonNode operationBecauseOf(String reason) throws Exception {
    for (JsonNode each : operations()) {
      if (each.path("reason").asText().equals(reason)) {
        return each;
      }
    }
    throw new AssertionError("no operation because of " + reason);
  }

  private static JsonNode history() throws Exception {
    return instance
        .adminApi(Optional.of(ada), "GET", "/nodes/" + NODE + "/history", "")
        .json()
        .path("events");
  }

  private static ApplicationClientProtocol client(UserGroupInformation user) throws Exception {
    return user.doAs(
        (PrivilegedExceptionAction<ApplicationClientProtocol>)
            () ->
                ClientRMProxy.createRMProxy(
                    instance.clientConf(), ApplicationClientProtocol.class));
  }
}
