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
   * The hosts, each once, of hosts and of nodes.
   *
   * @throws ParameterException if one is none
   */
  public static Set<String> checked(List<String> hosts, CommandSpec spec) {
    for (String host : hosts) {
      if (host.isEmpty() || host.startsWith("-") || host.matches(".*[\\s,<>#].*")) {
        throw new ParameterException(spec.commandLine(), "'" + host + "' is no name of a host");
      }
    }
    return hosts.stream()
        .map(NodeName::hostOf)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /**
   * Of names with a port: lists name hosts, so that whatever else serves on the host is meant, too.
   *
   * @param names as they were given
   * @param nodes of each host; those that have left do not count
   * @throws ParameterException if that is more than the node that was named
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
            "A list names hosts, and on that of %s there is %s; name the host, %s, if all are meant"
                .formatted(name, String.join(", ", others), NodeName.hostOf(name)));
      }
    }
  }
}
