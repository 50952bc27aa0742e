package ebb.cli.hosts;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.client.AdminClient;
import ebb.cli.client.AllNodes;
import ebb.cli.client.CommandException;
import ebb.cli.client.NodeName;
import ebb.cli.options.RmOptions;
import ebb.domain.NodeState;
import ebb.domain.text.NaturalOrder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The selection of hosts by names, patterns and options. It is resolved once, shown, and recorded
 * in the journal with its terms.
 */
public final class Selection {
  /** Maximum number of names in a note. */
  private static final int MOST_NAMED = 10;

  private static final int LONGEST_TERMS = 400;

  /** Which hosts come first when not all of them are wanted. */
  enum Preference {
    /**
     * Hosts with the fewest application masters, and among these the ones with the fewest
     * containers.
     */
    IDLE,
    /** In the order of their names. */
    NAME
  }

  @Option(
      names = "--state",
      paramLabel = "STATE",
      split = ",",
      description =
          "Only hosts that have a node in one of these states, as in 'ebb nodes'; without a HOST,"
              + " all of them.")
  private List<NodeState> states = new ArrayList<>();

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "More hosts, one a line, with # for comments; - is the standard input.")
  private @Nullable String file;

  @Option(names = "--count", paramLabel = "N", description = "Only so many of the selected hosts.")
  private @Nullable Integer count;

  @Option(
      names = "--percent",
      paramLabel = "P",
      description = "Only this share of the selected hosts, rounded down, but at least one.")
  private @Nullable Integer percent;

  @Option(
      names = "--prefer",
      paramLabel = "ORDER",
      description =
          "With --count or --percent, which come first: idle, by application masters and"
              + " containers (default), or name.")
  private @Nullable Preference prefer;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  private String terms = "";

  /**
   * The selected names. Without a pattern and without a filter, these are the given ones, and no
   * request is sent.
   *
   * @param named the names on the command line
   * @throws ParameterException if an option makes no sense
   * @throws CommandException if no host is selected
   */
  public List<String> resolve(List<String> named, RmOptions rm) {
    check();
    List<String> names = new ArrayList<>(named);
    names.addAll(ofFile());
    boolean isFiltered = !states.isEmpty() || count != null || percent != null;
    if (names.isEmpty() && states.isEmpty()) {
      throw wrong(
          file == null
              ? "Missing required parameter: 'HOST', or --state or --file"
              : file + " names no host");
    } else if (!isFiltered && names.stream().noneMatch(HostPattern::isOne)) {
      return names;
    }
    Map<String, List<JsonNode>> known = known(rm.client());
    Set<String> found = names.isEmpty() ? hostsOf(known) : matching(names, known, rm);
    Set<String> inState = states.isEmpty() ? found : inState(found, known);
    if (inState.isEmpty()) {
      throw new CommandException(
          "no host has a node that is " + String.join(" or ", wantedStates()),
          "'ebb nodes' lists the nodes");
    }
    List<String> chosen = chosen(inState, known);
    terms = terms(named, chosen.size(), inState.size());
    rm.note("note: " + terms + ": " + few(chosen));
    return chosen;
  }

  /** How the hosts were selected, for the journal; empty if all of them were named. */
  public String terms() {
    return terms;
  }

  private void check() {
    if (count != null && percent != null) {
      throw wrong("--count and --percent exclude each other");
    } else if (count != null && count < 1) {
      throw wrong("--count " + count + ": at least 1 is expected");
    } else if (percent != null && (percent < 1 || percent > 100)) {
      throw wrong("--percent " + percent + ": 1 to 100 is expected");
    } else if (prefer != null && count == null && percent == null) {
      throw wrong("--prefer needs --count or --percent");
    }
  }

  private List<String> ofFile() {
    if (file == null) {
      return List.of();
    }
    try (BufferedReader lines =
        file.equals("-")
            ? new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()))
            : Files.newBufferedReader(Path.of(file), StandardCharsets.UTF_8)) {
      return lines
          .lines()
          .map(line -> line.replaceFirst("#.*", "").strip())
          .filter(line -> !line.isEmpty())
          .toList();
    } catch (IOException e) {
      throw new CommandException("cannot read " + file + ": " + e.getMessage(), "name a file", e);
    }
  }

  /** All nodes, by each name that a list may use for them. */
  private static Map<String, List<JsonNode>> known(AdminClient client) {
    Map<String, List<JsonNode>> known = new TreeMap<>(NaturalOrder.INSTANCE);
    for (JsonNode node : AllNodes.where(client, Map.of())) {
      HostNodes.namesOf(node)
          .forEach(name -> known.computeIfAbsent(name, any -> new ArrayList<>()).add(node));
    }
    return known;
  }

  /** The hosts, each by its name and not by its address. */
  private static Set<String> hostsOf(Map<String, List<JsonNode>> known) {
    Set<String> hosts = new LinkedHashSet<>();
    known.values().stream()
        .flatMap(List::stream)
        .forEach(node -> hosts.add(NodeName.hostOf(node.path("nodeId").asText())));
    return hosts;
  }

  private Set<String> matching(
      List<String> names, Map<String, List<JsonNode>> known, RmOptions rm) {
    Set<String> found = new LinkedHashSet<>();
    for (String name : names) {
      if (!HostPattern.isOne(name)) {
        found.add(name);
        continue;
      }
      HostPattern pattern = pattern(name);
      Set<String> hosts = pattern.among(known.keySet());
      if (hosts.isEmpty()) {
        throw new CommandException(
            "no node has a host that matches " + name, "'ebb nodes' lists the nodes");
      }
      Set<String> missing = pattern.beside(known.keySet());
      if (!missing.isEmpty()) {
        rm.note("note: left out, as no node has this host: " + few(missing));
      }
      found.addAll(byHost(hosts, known));
    }
    return found;
  }

  /** Each host once: a pattern may match both its name and its address. */
  private static Set<String> byHost(Set<String> names, Map<String, List<JsonNode>> known) {
    Map<JsonNode, String> first = new LinkedHashMap<>();
    for (String name : names) {
      known.getOrDefault(name, List.of()).forEach(node -> first.putIfAbsent(node, name));
    }
    return new LinkedHashSet<>(first.values());
  }

  private HostPattern pattern(String name) {
    try {
      return HostPattern.parse(name);
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  private List<String> wantedStates() {
    return states.stream().map(NodeState::name).toList();
  }

  private Set<String> inState(Set<String> hosts, Map<String, List<JsonNode>> known) {
    List<String> wanted = wantedStates();
    return hosts.stream()
        .filter(
            host ->
                known.getOrDefault(NodeName.hostOf(host), List.of()).stream()
                    .anyMatch(node -> wanted.contains(node.path("state").asText())))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private List<String> chosen(Set<String> hosts, Map<String, List<JsonNode>> known) {
    if (count == null && percent == null) {
      return List.copyOf(hosts);
    }
    int most =
        count != null ? count : Math.max(1, (int) ((long) hosts.size() * percentage() / 100));
    Comparator<String> byName = NaturalOrder.INSTANCE;
    Comparator<String> order =
        preference() == Preference.NAME
            ? byName
            : Comparator.<String>comparingLong(host -> running(host, known, "applicationMasters"))
                .thenComparingLong(host -> running(host, known, "containers"))
                .thenComparing(byName);
    return hosts.stream().sorted(order).limit(most).toList();
  }

  private int percentage() {
    return percent == null ? 100 : percent;
  }

  private Preference preference() {
    return prefer == null ? Preference.IDLE : prefer;
  }

  private static long running(String host, Map<String, List<JsonNode>> known, String what) {
    return known.getOrDefault(NodeName.hostOf(host), List.of()).stream()
        .mapToLong(node -> node.path("running").path(what).asLong())
        .sum();
  }

  private String terms(List<String> named, int chosen, int all) {
    List<String> parts = new ArrayList<>(named);
    if (file != null) {
      parts.add("--file " + file);
    }
    if (!states.isEmpty()) {
      parts.add("--state " + String.join(",", wantedStates()));
    }
    if (count != null || percent != null) {
      parts.add(count != null ? "--count " + count : "--percent " + percent);
      parts.add("--prefer " + preference().name().toLowerCase(Locale.ROOT));
    }
    String by = String.join(" ", parts);
    String shown = by.length() > LONGEST_TERMS ? by.substring(0, LONGEST_TERMS) + "…" : by;
    return "selected by " + shown + ", " + chosen + " of " + all + " hosts";
  }

  private static String few(Collection<String> hosts) {
    String first = hosts.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
    int more = hosts.size() - MOST_NAMED;
    return more > 0 ? first + " and " + more + " more" : first;
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
