package ebb.cli;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Names of hosts on a command line. */
final class Hosts {
  private static final Pattern NODE = Pattern.compile("[^:]+:\\d+");

  private Hosts() {}

  /**
   * Each of them once.
   *
   * @throws ParameterException if one is none
   */
  static Set<String> checked(List<String> hosts, CommandSpec spec) {
    for (String host : hosts) {
      if (NODE.matcher(host).matches()) {
        throw new ParameterException(
            spec.commandLine(),
            "'" + host + "' is a node; a list names hosts: '" + host.replaceAll(":.*", "") + "'");
      } else if (host.isEmpty() || host.startsWith("-") || host.matches(".*[\\s,<>#].*")) {
        throw new ParameterException(spec.commandLine(), "'" + host + "' is no name of a host");
      }
    }
    return new LinkedHashSet<>(hosts);
  }
}
