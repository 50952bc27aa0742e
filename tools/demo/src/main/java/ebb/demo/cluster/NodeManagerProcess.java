package ebb.demo.cluster;

import ebb.demo.process.ManagedProcess;

/** An unmodified Hadoop NodeManager, which is a host of its own by its loopback address. */
public final class NodeManagerProcess {
  /** What settings say in the place of a NodeManager's own host: a system property of its JVM. */
  public static final String HOST = "ebb.demo.node.host";

  static final String MAIN_CLASS = "org.apache.hadoop.yarn.server.nodemanager.NodeManager";

  private final String host;
  private final ManagedProcess process;

  NodeManagerProcess(String host, ManagedProcess process) {
    this.host = host;
    this.process = process;
  }

  /** What include and exclude lists call it. */
  public String host() {
    return host;
  }

  public ManagedProcess process() {
    return process;
  }
}
