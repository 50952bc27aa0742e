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
 * The network between the instances, which can be cut. Other instances reach an instance through a
 * proxy. It listens on another port, and connects from its own address, by which the proxies know
 * it.
 */
public final class Network implements AutoCloseable {
  private final Map<String, String> speakers = new HashMap<>();
  private final Set<String> mute = new HashSet<>();
  private final Set<String> deaf = new HashSet<>();
  private final List<TcpProxy> proxies = new ArrayList<>();

  private Network() {}

  /** Call it before the instances start. */
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

  /** Cuts both directions between this instance and the others. */
  public synchronized void cutOff(ResourceManagerProcess instance) {
    mute(instance);
    deafen(instance);
  }

  /** Cuts what this instance sends to the others. */
  public synchronized void mute(ResourceManagerProcess instance) {
    mute.add(instance.name());
  }

  /** Cuts what the others send to this instance. */
  public synchronized void deafen(ResourceManagerProcess instance) {
    deaf.add(instance.name());
  }

  /** Restores all connections, and delivers what was held back. */
  public synchronized void heal() {
    mute.clear();
    deaf.clear();
    notifyAll();
  }

  /** Restores the connections between this instance and the others. */
  public synchronized void heal(ResourceManagerProcess instance) {
    mute.remove(instance.name());
    deaf.remove(instance.name());
    notifyAll();
  }

  private synchronized void awaitHeard(String speaker, String listener)
      throws InterruptedException {
    while (mute.contains(speaker) || deaf.contains(listener)) {
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
      awaitHeard(from, to);
      awaitHeard(to, from);
    }

    @Override
    public void toServer(byte[] bytes, int length) throws InterruptedException {
      awaitHeard(from, to);
    }

    @Override
    public void toClient(byte[] bytes, int length) throws InterruptedException {
      awaitHeard(to, from);
    }
  }
}
