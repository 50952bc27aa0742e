package ebb.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.demo.cluster.Installation;
import ebb.demo.cluster.LoopbackCluster;
import ebb.demo.cluster.NodeManagerProcess;
import ebb.scenarios.security.Realm;
import ebb.scenarios.security.SecureSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * NodeManagers with keytabs; a job, {@code yarn rmadmin} and HTTP with a ticket. The job has only
 * maps: with Kerberos a NodeManager serves their output only through libhadoop.so, which is in no
 * jar ("Secure IO is not possible without native code extensions").
 */
class KerberosNodeIT {
  /** The files that a job stages have to belong to the user who submits it. */
  private static final String USER = System.getProperty("user.name");

  @TempDir private Path folder;

  @Test
  void shouldDrainNodesThatHaveKeytabsWhileAJobRuns() throws Exception {
    drain(Installation.find());
  }

  /** Since 24, Java no longer ties a Subject to an access control context, which Hadoop did. */
  @ParameterizedTest
  @ValueSource(ints = 25)
  void shouldDrainThemOnANewerJava(int release) throws Exception {
    drain(Installation.find().withJava(OtherJava.assume(release).home()));
  }

  private void drain(Installation installation) throws Exception {
    try (Realm realm = Realm.open(folder);
        LoopbackCluster cluster = cluster(installation, realm)) {
      DrainsDuringJob drains = DrainsDuringJob.start(cluster);

      drains.run(drains.submitJob(0));

      drains.drainLast();
      assertThat(cluster.folder().data().resolve("logs/ebb.log"))
          .content()
          .contains(
              DrainsDuringJob.HOSTS.stream().map(host -> registrationOf(host, realm)).toList())
          .contains(
              "GRACEFUL) by " + realm.principal(USER) + " from 127.0.0.1: nodes to change: 1");
    }
  }

  private static String registrationOf(String host, Realm realm) {
    return " registered from 127.0.0.1 as " + realm.principal("nm/" + host) + " with ";
  }

  private static LoopbackCluster cluster(Installation installation, Realm realm) throws Exception {
    LoopbackCluster cluster =
        LoopbackCluster.create(
            installation
                .withNodeManager(installation.nodeManagerLib(), List.of(realm.jvmOption()))
                .withEnvironment(Map.of("KRB5CCNAME", realm.ticketOf(USER).toString())),
            Map.of());
    SecureSettings.write(cluster, realm);
    SecureSettings.add(cluster, "yarn-site.xml", yarnSite(realm));
    // The client would request a token of the history server, which does not run.
    SecureSettings.add(cluster, "mapred-site.xml", Map.of("mapreduce.jobhistory.address", ""));
    cluster
        .resourceManager()
        .runWith(List.of(realm.jvmOption(), "-D" + NodeManagerProcess.HOST + "=_HOST"));
    cluster.authorizeBy(realm.authorizationOf(USER));
    return cluster;
  }

  /**
   * For a NodeManager {@code _HOST} would be the name of this machine, which three of them share.
   */
  private static Map<String, String> yarnSite(Realm realm) throws Exception {
    for (String host : DrainsDuringJob.HOSTS) {
      realm.keytab("nm/" + host);
    }
    String own = "nm/${" + NodeManagerProcess.HOST + "}";
    return Map.of(
        "yarn.nodemanager.principal",
        realm.principal(own),
        "yarn.nodemanager.keytab",
        realm.keytabFile(own).toString(),
        "yarn.acl.enable",
        "true",
        "yarn.admin.acl",
        USER);
  }
}
