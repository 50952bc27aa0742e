package ebb.bench;

import ebb.demo.cluster.FreePorts;
import java.net.InetAddress;

/** Where one ResourceManager listens, on the loopback address. */
record RmPorts(int tracker, int scheduler, int client, int admin, int web, int ebbAdmin) {
  static final String HOST = "127.0.0.1";

  static RmPorts free() {
    FreePorts ports = new FreePorts();
    InetAddress loopback = InetAddress.getLoopbackAddress();
    return new RmPorts(
        ports.next(loopback),
        ports.next(loopback),
        ports.next(loopback),
        ports.next(loopback),
        ports.next(loopback),
        ports.next(loopback));
  }

  static String address(int port) {
    return HOST + ":" + port;
  }
}
