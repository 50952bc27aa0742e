package ebb.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.DecommissionType;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceOption;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.api.protocolrecords.RefreshNodesRequest;
import org.apache.hadoop.yarn.server.api.protocolrecords.UpdateNodeResourceRequest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Who may administer, what is written down of it, and what an administrator's calls do. */
class AdminServiceIT {
  private static final RefreshNodesRequest NORMAL =
      RefreshNodesRequest.newInstance(DecommissionType.NORMAL);

  @TempDir static Path folder;
  static RunningRm rm;
  static String daemon;

  @RegisterExtension private final AuditLines audit = new AuditLines();

  @BeforeAll
  static void start() throws Exception {
    daemon = UserGroupInformation.getCurrentUser().getShortUserName();
    rm = RunningRm.in(folder, Map.of("yarn.admin.acl", daemon + "xyz"));
  }

  @AfterAll
  static void stop() {
    rm.close();
  }

  // ---- who may ----

  /** First by the configuration of the start, then by that of a refresh; the daemon always may. */
  @Test
  @Tag("case-184")
  void shouldAddTheDaemonToTheAdministratorsOfTheConfiguration() throws Exception {
    // given
    administrators(daemon + "xyz");
    assertMay(daemon + "xyz");
    assertMay(daemon);
    assertMayNot(daemon + "abc");
    // when
    administrators(daemon + "abc");
    // then
    assertMay(daemon + "abc");
    assertMay(daemon);
    assertMayNot(daemon + "xyz");
  }

  @Test
  @Tag("case-281")
  void shouldAskTheAdminAclThoughOtherAclsAreOff() throws Exception {
    assertThat(rm.clientConf().getBoolean("yarn.acl.enable", false)).isFalse();
    // given
    administrators("alice");
    // when, then
    assertMay("alice");
    int refreshes = rm.refreshes().size();
    assertMayNot("bob");
    assertThat(rm.refreshes()).hasSize(refreshes);
    assertMay(daemon);
    assertThat(audit.of("refreshNodes"))
        .anySatisfy(
            line ->
                assertThat(line)
                    .contains("USER=bob", "RESULT=FAILURE", "DESCRIPTION=Unauthorized user"));
  }

  @Test
  void shouldRefuseARefreshByAUserWhoseNameIsTooLong() throws Exception {
    // given
    administrators("*");
    int refreshes = rm.refreshes().size();
    // when, then
    assertMay("u".repeat(1_000));
    try (AdminProtocolClient admin = AdminProtocolClient.as("u".repeat(1_001), rm.clientConf())) {
      assertThatThrownBy(() -> admin.refreshNodes(NORMAL))
          .hasMessageContaining("user name 'uuu")
          .hasMessageContaining("has 1001 characters; allowed are 1 to 1000");
    }
    assertThat(rm.refreshes()).hasSize(refreshes + 1);
  }

  // ---- what is written down ----

  @Test
  @Tag("case-191")
  void shouldAuditWithoutAnAddressWhatNoRpcAskedFor() throws Exception {
    // when
    rm.context().getRMAdminService().refreshNodes(NORMAL);
    // then
    assertThat(audit.all())
        .containsExactly(
            "USER=" + daemon + "\tOPERATION=refreshNodes\tTARGET=AdminService\tRESULT=SUCCESS");
  }

  @Test
  @Tag("case-192")
  void shouldAuditTheAddressOfTheCallerNextToItsName() throws Exception {
    // when
    assertMay(daemon);
    // then
    assertThat(audit.all())
        .containsExactly(
            "USER="
                + daemon
                + "\tIP=127.0.0.1\tOPERATION=refreshNodes\tTARGET=AdminService\tRESULT=SUCCESS");
  }

  // ---- what calls do ----

  @Test
  @Tag("case-194")
  void shouldAnswerARefreshOverRpc() throws Exception {
    try (AdminProtocolClient admin = AdminProtocolClient.asDaemon(rm.clientConf())) {
      int before = rm.refreshes().size();
      assertThat(admin.refreshNodes(NORMAL)).isNotNull();
      assertThat(rm.refreshes()).hasSize(before + 1);
    }
  }

  @Test
  @Tag("case-176")
  void shouldRefreshWithoutAnyListConfigured() throws Exception {
    // given
    rm.conf().set("yarn.resourcemanager.nodes.exclude-path", "");
    int before = rm.refreshes().size();
    // when
    assertMay(daemon);
    // then
    assertThat(rm.refreshes()).hasSize(before + 1);
    rm.conf().set("yarn.resourcemanager.nodes.exclude-path", rm.conf().excludeFile().toString());
  }

  @Test
  @Tag("case-179")
  void shouldRefreshSizesWithoutAFileOfThem() throws Exception {
    // when
    var printed = rm.rmadmin("-refreshNodesResources");
    // then
    assertThat(printed.exitCode()).isZero();
    assertThat(audit.of("refreshNodesResources"))
        .singleElement()
        .asString()
        .endsWith("RESULT=SUCCESS");
  }

  @Test
  @Tag("case-282")
  void shouldResizeNoNodeIfOneIsUnknown() throws Exception {
    // given
    SimulatedNodeManager known = rm.runningNode("127.0.0.41:4321");
    try (AdminProtocolClient admin = AdminProtocolClient.asDaemon(rm.clientConf())) {
      // when, then
      assertThatThrownBy(
              () ->
                  admin
                      .protocol()
                      .updateNodeResource(
                          UpdateNodeResourceRequest.newInstance(
                              Map.of(known.id(), half(), NodeId.newInstance("zz", 1), half()))))
          .isInstanceOf(YarnException.class)
          .hasMessageContaining("unrecognized node: zz:1");
    }
    assertThat(rm.rest("/ws/v1/cluster/nodes/" + known.id()))
        .contains("\"totalResource\":{\"memory\":4096");
    assertThat(known.heartbeat().getResource()).isNull();
  }

  // ---- helpers ----

  private static ResourceOption half() {
    return ResourceOption.newInstance(Resource.newInstance(2048, 2), -1);
  }

  private static void administrators(String acl) throws Exception {
    rm.conf().set("yarn.admin.acl", acl);
    rm.refresh("-refreshAdminAcls");
  }

  private static void assertMay(String user) throws Exception {
    try (AdminProtocolClient admin = AdminProtocolClient.as(user, rm.clientConf())) {
      assertThat(admin.refreshNodes(NORMAL)).isNotNull();
    }
  }

  private static void assertMayNot(String user) throws Exception {
    try (AdminProtocolClient admin = AdminProtocolClient.as(user, rm.clientConf())) {
      assertThatThrownBy(() -> admin.refreshNodes(NORMAL))
          .hasMessageContaining("AccessControlException")
          .hasMessageContaining("User " + user + " doesn't have permission");
    }
  }
}
