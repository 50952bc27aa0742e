package ebb.demo.cluster;

import ebb.demo.process.ManagedProcess;

/** An unmodified Hadoop NodeManager, which is a host of its own by its loopback address. */
public final class NodeManagerProcess {
  /** System property of a NodeManager's JVM, to which settings refer for its host. */
  public static final String HOST = "ebb.demo.node.host";

  static final String MAIN_CLASS = "org.apache.hadoop.yarn.server.nodemanager.NodeManager";

  private final String host;
  private final ManagedProcess process;

  NodeManagerProcess(String host, ManagedProcess process) {
    this.host = host;
    this.process = process;
  }

  /** Its name in include and exclude lists. */
  public String host() {
    return host;
  }

  public ManagedProcess process() {
    return process;
  }
}
