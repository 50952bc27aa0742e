package ebb.hadoop.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import ebb.hadoop.EbbCluster;
import ebb.hadoop.HadoopFolder;
import ebb.hadoop.HadoopRm;
import ebb.hadoop.HadoopStartException;
import ebb.hadoop.Rest;
import ebb.hadoop.config.EbbConfiguration;
import ebb.hadoop.config.OfflineStores;
import ebb.journal.guard.FencedStore;
import ebb.journal.guard.FencedStore.Change;
import ebb.journal.guard.FencedStore.Row;
import ebb.journal.guard.FencedStore.RowKey;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.impl.pb.ApplicationSubmissionContextPBImpl;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.FileSystemRMStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.LeveldbRMStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.ZKRMStateStore;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.records.ApplicationStateData;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.records.impl.pb.ApplicationStateDataPBImpl;
import org.apache.hadoop.yarn.util.Records;
import org.fusesource.leveldbjni.JniDBFactory;
import org.iq80.leveldb.DB;
import org.iq80.leveldb.Options;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * An application whose record is broken keeps the ResourceManager from starting. The operator is
 * told which one it is, and which command makes the start possible.
 */
class BrokenRecordIT {
  private static final ApplicationId ID = ApplicationId.newInstance(1_700_000_000_000L, 7);
  private static final ApplicationAttemptId ATTEMPT = ApplicationAttemptId.newInstance(ID, 1);
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
    String message = shouldNotStartFor("cannot be used");
    assertThat(Files.readString(Path.of("..", "..", "docs", "commands.md")))
        .contains("ebb start: cannot start: " + message);
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
  void shouldNameTheApplicationInLeveldb() throws Exception {
    // given
    Path files = folder.resolve("leveldb");
    conf.set("yarn.resourcemanager.store.class", LeveldbRMStateStore.class.getName());
    conf.set("yarn.resourcemanager.leveldb-state-store.path", files.toString());
    String key = "RMAppRoot/" + ID;
    storeInLeveldb(files, Map.of(key, NONSENSE));
    // when, then
    shouldNotStartFor(ID, ", at " + files.resolve("yarn-rm-state") + ", key " + key + ",");
    // when one of its attempts is broken alone
    storeInLeveldb(files, Map.of(key, goodRecord(), key + "/" + ATTEMPT, NONSENSE));
    // then
    shouldNotStartFor(ATTEMPT, ", key " + key + "/" + ATTEMPT + ",");
    // when it is somebody else's
    storeInLeveldb(files, Map.of(key, goodRecord(), key + "/" + ATTEMPT, new byte[0]));
    // then
    shouldNotStartFor(ATTEMPT, "it says to be of none");
    // when
    stores().removeApplication(ID.toString());
    // then
    start();
  }

  @ParameterizedTest(name = "split index {0}")
  @ValueSource(ints = {0, 2})
  void shouldNameTheApplicationInZooKeeper(int splitIndex) throws Exception {
    String name = ID.toString();
    int first = name.length() - splitIndex;
    String znode =
        "/rmstore/ZKRMStateRoot/RMAppRoot"
            + (splitIndex == 0
                ? "/" + name
                : "/HIERARCHIES/2/" + name.substring(0, first) + "/" + name.substring(first));
    try (ZooKeeperInThisJvm zooKeeper = ZooKeeperInThisJvm.in(folder.resolve("zookeeper"))) {
      // given
      conf.set("yarn.resourcemanager.store.class", ZKRMStateStore.class.getName());
      conf.set("yarn.resourcemanager.zk-address", zooKeeper.address());
      conf.set("yarn.resourcemanager.zk-appid-node.split-index", Integer.toString(splitIndex));
      zooKeeper.write(znode, NONSENSE);
      // when, then
      shouldNotStartFor(ID, ", at " + znode + ",");
      // when one of its attempts is broken alone
      zooKeeper.write(znode, goodRecord());
      zooKeeper.write(znode + "/" + ATTEMPT, NONSENSE);
      // then
      shouldNotStartFor(ATTEMPT, ", at " + znode + "/" + ATTEMPT + ",");
      // when the record is that of another application
      zooKeeper.write(znode, recordOf(ApplicationId.newInstance(1_700_000_000_000L, 8)));
      // then
      shouldNotStartFor(ID, "it says to be of application_1700000000000_0008");
      // when
      stores().removeApplication(name);
      // then
      start();
    }
  }

  private static void storeInLeveldb(Path files, Map<String, byte[]> records) throws Exception {
    Path db = Files.createDirectories(files).resolve("yarn-rm-state");
    try (DB store = JniDBFactory.factory.open(db.toFile(), new Options().createIfMissing(true))) {
      records.forEach((key, record) -> store.put(JniDBFactory.bytes(key), record));
    }
  }

  private static byte[] goodRecord() {
    return recordOf(ID);
  }

  private static byte[] recordOf(ApplicationId id) {
    var submission = new ApplicationSubmissionContextPBImpl();
    submission.setApplicationId(id);
    ApplicationStateData data = ApplicationStateData.newInstance(1, 2, submission, "alice", null);
    return ((ApplicationStateDataPBImpl) data).getProto().toByteArray();
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
    try (FencedStore rows = cluster.rows().apply(++term)) {
      rows.write(new Change.Put(new Row(new RowKey("application", "", ID.toString()), content)));
    }
  }

  private OfflineStores stores() {
    return new OfflineStores(configuration, () -> cluster.rows().apply(++term));
  }

  private String shouldNotStartFor(String reason) {
    return shouldNotStartFor(ID, reason);
  }

  private String shouldNotStartFor(Object record, String reason) {
    Throwable cause = Objects.requireNonNull(catchThrowable(this::start).getCause());
    assertThat(cause)
        .isInstanceOf(HadoopStartException.class)
        .hasMessageContaining("The record of " + record + " in the state store")
        .hasMessageContaining(reason)
        .hasMessageEndingWith("ebb resourcemanager -remove-application-from-state-store " + ID);
    return String.valueOf(cause.getMessage());
  }

  private void start() throws Exception {
    rm.start(cluster.leaderOf(++term), cluster.leader())
        .toCompletableFuture()
        .get(60, TimeUnit.SECONDS);
  }
}
