package ebb.soak.fault;

import com.typesafe.config.Config;
import ebb.demo.cluster.FreePorts;
import ebb.demo.cluster.InstanceFiles;
import ebb.demo.cluster.LoopbackCluster;
import ebb.demo.cluster.ResourceManagerProcess;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The network between the instances, which can be cut. Each instance is found at a proxy's port,
 * listens at another one, and speaks from an address of its own, by which the proxies know it.
 */
public final class Network implements AutoCloseable {
  private final Map<String, String> speakers = new HashMap<>();
  private final Set<String> cutOff = new HashSet<>();
  private final List<TcpProxy> proxies = new ArrayList<>();

  private Network() {}

  /** To be called before the instances are started. */
  public static Network between(LoopbackCluster cluster) {
    var network = new Network();
    var free = new FreePorts();
    InstanceFiles files = cluster.files();
    for (ResourceManagerProcess instance : cluster.resourceManagers()) {
      String name = instance.name();
      int own = free.next(InetAddress.getLoopbackAddress());
      String speaksFrom = "127.0.1." + (network.speakers.size() + 1);
      network.speakers.put(speaksFrom, name);
      Config before = files.settingsOf(name);
      files.configure(
          name,
          """
          akka.remote.artery.bind.port = %d
          akka.remote.artery.advanced.tcp.outbound-client-hostname = "%s"
          """
              .formatted(own, speaksFrom));
      network.proxies.add(
          TcpProxy.start(
              before.getInt("ebb.cluster.port"), own, from -> network.new Cable(from, name)));
    }
    return network;
  }

  /** From now on this instance and the others hear nothing of each other. */
  public synchronized void cutOff(ResourceManagerProcess instance) {
    cutOff.add(instance.name());
  }

  /** Everybody hears everybody again, also what was said meanwhile. */
  public synchronized void heal() {
    cutOff.clear();
    notifyAll();
  }

  /** The others and this instance hear each other again. */
  public synchronized void heal(ResourceManagerProcess instance) {
    cutOff.remove(instance.name());
    notifyAll();
  }

  private synchronized void awaitConnected(String one, String other) throws InterruptedException {
    while (cutOff.contains(one) || cutOff.contains(other)) {
      wait();
    }
  }

  @Override
  public void close() {
    proxies.forEach(TcpProxy::close);
  }

  private final class Cable implements TcpProxy.Gate {
    private final String from;
    private final String to;

    private Cable(InetAddress from, String to) {
      String speaker = speakers.get(from.getHostAddress());
      if (speaker == null) {
        throw new IllegalStateException(from + " is none of the instances");
      }
      this.from = speaker;
      this.to = to;
    }

    @Override
    public void open() throws InterruptedException {
      awaitConnected(from, to);
    }

    @Override
    public void toServer(byte[] bytes, int length) throws InterruptedException {
      awaitConnected(from, to);
    }

    @Override
    public void toClient(byte[] bytes, int length) throws InterruptedException {
      awaitConnected(from, to);
    }
  }
}
