package ebb.cli.hosts;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.client.NodeName;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Names of hosts on a command line. */
public final class Hosts {
  private Hosts() {}

  /**
   * The hosts of the given hosts and nodes, each once.
   *
   * @throws ParameterException if one of them is not a name of a host
   */
  public static Set<String> checked(List<String> hosts, CommandSpec spec) {
    for (String host : hosts) {
      if (host.isEmpty() || host.startsWith("-") || host.matches(".*[\\s,<>#].*")) {
        throw new ParameterException(spec.commandLine(), "'" + host + "' is not a host name");
      }
    }
    return hosts.stream()
        .map(NodeName::hostOf)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /**
   * Checks names with a port. Lists name hosts, so any other node on the host would be affected,
   * too.
   *
   * @param names the names as given
   * @param nodes the nodes of each host; those that have left do not count
   * @throws ParameterException if other nodes than the named one would be affected
   */
  public static void checkMeant(
      List<String> names, Map<String, List<JsonNode>> nodes, CommandSpec spec) {
    for (String name : names) {
      List<String> others =
          nodes.getOrDefault(NodeName.hostOf(name), List.of()).stream()
              .filter(each -> !NodeName.hasLeft(each))
              .map(each -> each.path("nodeId").asText())
              .filter(id -> NodeName.isId(name) && !id.equals(name))
              .toList();
      if (!others.isEmpty()) {
        throw new ParameterException(
            spec.commandLine(),
            ("The lists name hosts, not nodes, and the host of %s also has %s; to include all,"
                    + " name the host, %s")
                .formatted(name, String.join(", ", others), NodeName.hostOf(name)));
      }
    }
  }
}
