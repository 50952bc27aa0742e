package ebb.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.journal.LeaderRows;
import ebb.journal.LeaderRows.Change;
import ebb.journal.LeaderRows.Row;
import ebb.journal.LeaderRows.RowKey;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.impl.pb.ApplicationSubmissionContextPBImpl;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.FileSystemRMStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.records.ApplicationStateData;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.records.impl.pb.ApplicationStateDataPBImpl;
import org.apache.hadoop.yarn.util.Records;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An application whose record is broken keeps the ResourceManager from starting. The operator is
 * told which one it is, and which command makes the start possible.
 */
class BrokenRecordTest {
  private static final ApplicationId ID = ApplicationId.newInstance(1_700_000_000_000L, 7);
  private static final byte[] NONSENSE = "no record".getBytes(StandardCharsets.UTF_8);

  @TempDir Path folder;
  private HadoopFolder conf;
  private EbbConfiguration configuration;
  private EbbCluster cluster;
  private HadoopRm rm;
  private long term;

  @BeforeEach
  void startCluster() throws Exception {
    conf = HadoopFolder.in(folder);
    configuration = EbbConfiguration.of(conf.path(), folder.resolve("data"));
    cluster = new EbbCluster(configuration.listSource());
    rm = new HadoopRm(cluster.system(), configuration, cluster.rows(), Clock.systemUTC());
  }

  @AfterEach
  void stopEverything() throws Exception {
    rm.stop().toCompletableFuture().get(60, TimeUnit.SECONDS);
    cluster.close();
  }

  @Test
  void shouldNameTheApplicationInTheJournalsDatabase() throws Exception {
    // given
    storeInTheDatabase(NONSENSE);
    // when, then
    shouldNotStartFor("cannot be used");
    // when
    assertThat(stores().removeApplication(ID.toString())).isTrue();
    // then
    start();
    assertThat(Rest.get(conf, "/ws/v1/cluster/info")).contains("\"state\":\"STARTED\"");
  }

  /** Hadoop says of a start with HA settings only that it failed. */
  @Test
  void shouldNameTheApplicationWithHaSettings() throws Exception {
    // given a record of which nothing is left
    conf.pairWith("localhost:1");
    storeInTheDatabase(new byte[0]);
    // when, then
    shouldNotStartFor("it says to be of none");
  }

  @Test
  void shouldNameAnApplicationThatCanBeReadAndNotRecovered() throws Exception {
    // given one of nobody's
    var submission = new ApplicationSubmissionContextPBImpl();
    submission.setApplicationId(ID);
    ApplicationStateData ofNobody = ApplicationStateData.newInstance(1, 2, submission, "", null);
    storeInTheDatabase(((ApplicationStateDataPBImpl) ofNobody).getProto().toByteArray());
    // when, then
    shouldNotStartFor("user");
  }

  /** Putting the configuration back keeps it. */
  @Test
  void shouldNotTakeARefusalOfHadoopsRulesForABrokenRecord() throws Exception {
    // given
    var submission = new ApplicationSubmissionContextPBImpl();
    submission.setApplicationId(ID);
    submission.setQueue("default");
    submission.setAMContainerResourceRequests(
        List.of(
            ResourceRequest.newInstance(
                Priority.newInstance(0), "nm1", Resource.newInstance(1024, 1), 1)));
    submission.setAMContainerSpec(Records.newRecord(ContainerLaunchContext.class));
    ApplicationStateData data = ApplicationStateData.newInstance(1, 2, submission, "alice", null);
    storeInTheDatabase(((ApplicationStateDataPBImpl) data).getProto().toByteArray());
    // when, then
    assertThatThrownBy(this::start)
        .cause()
        .isInstanceOf(HadoopStartException.class)
        .hasMessageContaining(ID + " cannot be recovered with this configuration (")
        .hasMessageContaining("): correct it, or start without that application: ")
        .hasMessageEndingWith("ebb resourcemanager -remove-application-from-state-store " + ID);
  }

  @Test
  void shouldNameTheApplicationInFilesOfHadoops() throws Exception {
    // given
    Path files = folder.resolve("files");
    conf.set("yarn.resourcemanager.store.class", FileSystemRMStateStore.class.getName());
    conf.set("yarn.resourcemanager.fs.state-store.uri", files.toUri().toString());
    Path record = files.resolve("FSRMStateRoot/RMAppRoot/" + ID + "/" + ID);
    Files.createDirectories(record.getParent());
    Files.write(record, NONSENSE);
    // when, then
    shouldNotStartFor("cannot be used");
    // when
    stores().removeApplication(ID.toString());
    // then
    assertThat(record).doesNotExist();
    start();
  }

  @Test
  void shouldFormatTheStore() throws Exception {
    // given
    storeInTheDatabase(NONSENSE);
    // when
    stores().formatStateStore();
    // then
    assertThat(stores().removeApplication(ID.toString())).as("it was there").isFalse();
    start();
  }

  @Test
  void shouldRefuseWhatIsNoApplicationsId() {
    assertThatThrownBy(() -> stores().removeApplication("job_1_0001"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private void storeInTheDatabase(byte[] content) {
    try (LeaderRows rows = cluster.rows().apply(++term)) {
      rows.write(new Change.Put(new Row(new RowKey("application", "", ID.toString()), content)));
    }
  }

  private OfflineStores stores() {
    return new OfflineStores(configuration, () -> cluster.rows().apply(++term));
  }

  private void shouldNotStartFor(String reason) {
    assertThatThrownBy(this::start)
        .cause()
        .isInstanceOf(HadoopStartException.class)
        .hasMessageContaining("The record of " + ID + " in the state store")
        .hasMessageContaining(reason)
        .hasMessageEndingWith("ebb resourcemanager -remove-application-from-state-store " + ID);
  }

  private void start() throws Exception {
    rm.start(++term, cluster.leader()).toCompletableFuture().get(60, TimeUnit.SECONDS);
  }
}
