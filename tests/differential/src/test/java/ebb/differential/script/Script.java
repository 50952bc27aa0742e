package ebb.differential.script;

import java.util.List;
import org.apache.hadoop.yarn.api.records.NodeId;

/** The steps of one cluster, from its first start on; a pure function of the seed. */
public record Script(
    long seed, List<NodeId> nodes, int applications, Lists first, List<Step> steps) {

  /** Hosts are written as "10.7", which the JDK reads as the address 10.0.0.7 without DNS. */
  public static String ipOf(String host) {
    return host.replaceFirst("^10\\.", "10.0.0.");
  }
}
