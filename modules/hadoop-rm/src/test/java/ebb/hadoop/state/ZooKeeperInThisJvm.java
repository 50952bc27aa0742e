package ebb.hadoop.state;

import ebb.postgres.LoopbackPorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.server.embedded.ExitHandler;
import org.apache.zookeeper.server.embedded.ZooKeeperServerEmbedded;

/** A ZooKeeper server on a free port of the loopback interface. */
final class ZooKeeperInThisJvm implements AutoCloseable {
  private final ZooKeeperServerEmbedded server;
  private final CuratorFramework client;
  private final String address;

  private ZooKeeperInThisJvm(ZooKeeperServerEmbedded server, String address) {
    this.server = server;
    this.address = address;
    client = CuratorFrameworkFactory.newClient(address, new RetryOneTime(1_000));
    client.start();
  }

  static ZooKeeperInThisJvm in(Path folder) throws Exception {
    int port = LoopbackPorts.free();
    Properties properties = new Properties();
    properties.setProperty("clientPortAddress", "127.0.0.1");
    properties.setProperty("clientPort", Integer.toString(port));
    properties.setProperty("admin.enableServer", "false");
    ZooKeeperServerEmbedded server =
        ZooKeeperServerEmbedded.builder()
            .baseDir(Files.createDirectories(folder))
            .configuration(properties)
            .exitHandler(ExitHandler.LOG_ONLY)
            .build();
    server.start();
    return new ZooKeeperInThisJvm(server, "127.0.0.1:" + port);
  }

  String address() {
    return address;
  }

  /** Creates the znode and its parents, or changes its content. */
  void write(String path, byte[] content) throws Exception {
    client.create().orSetData().creatingParentsIfNeeded().forPath(path, content);
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
