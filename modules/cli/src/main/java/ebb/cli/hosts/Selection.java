package ebb.cli.hosts;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.client.AdminClient;
import ebb.cli.client.AllNodes;
import ebb.cli.client.CommandException;
import ebb.cli.client.NodeName;
import ebb.cli.options.RmOptions;
import ebb.domain.text.HostPattern;
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
import picocli.CommandLine.Mixin;
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
    /** Hosts with the fewest containers, and among these the ones with the fewest masters. */
    IDLE,
    /** Hosts with the fewest application masters, and among these with the fewest containers. */
    FEWEST_MASTERS,
    /** In the order of their names. */
    NAME;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  @Mixin private NodeFilter filter = new NodeFilter();

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "File with more hosts, one per line; # starts a comment; - is standard input.")
  private @Nullable String file;

  @Option(
      names = "--count",
      paramLabel = "N",
      description = "At most this many of the selected hosts.")
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
          "With --count or --percent, which hosts come first: fewest-masters (default), those"
              + " with the fewest application masters; idle, those with the fewest containers; or"
              + " name.")
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
    boolean isFiltered = !filter.isEmpty() || count != null || percent != null;
    if (names.isEmpty() && filter.isEmpty()) {
      throw wrong(
          file == null
              ? "Missing required parameter: 'HOST', or an option that selects hosts"
              : file + " names no host");
    } else if (!isFiltered && names.stream().noneMatch(HostPattern::isPattern)) {
      return names;
    }
    Map<String, List<JsonNode>> known = known(rm.client());
    Set<String> found = names.isEmpty() ? hostsOf(known) : matching(names, known, rm);
    Set<String> matching = filter.isEmpty() ? found : filtered(found, known);
    if (matching.isEmpty()) {
      throw new CommandException(
          "no host has a node that matches " + String.join(" ", filter.terms()),
          "'ebb nodes' lists the nodes, 'ebb node' their racks, labels and versions");
    }
    List<String> chosen = chosen(matching, known);
    terms = terms(named, chosen.size(), matching.size());
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
      if (!HostPattern.isPattern(name)) {
        found.add(name);
        continue;
      }
      HostPattern pattern = pattern(name);
      Set<String> hosts = pattern.matching(known.keySet());
      if (hosts.isEmpty()) {
        throw new CommandException(
            "no node has a host that matches " + name, "'ebb nodes' lists the nodes");
      }
      Set<String> missing = pattern.missingFrom(known.keySet());
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

  private Set<String> filtered(Set<String> hosts, Map<String, List<JsonNode>> known) {
    return hosts.stream()
        .filter(
            host ->
                known.getOrDefault(NodeName.hostOf(host), List.of()).stream()
                    .anyMatch(filter::matches))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private List<String> chosen(Set<String> hosts, Map<String, List<JsonNode>> known) {
    if (count == null && percent == null) {
      return List.copyOf(hosts);
    }
    int most =
        count != null ? count : Math.max(1, (int) ((long) hosts.size() * percentage() / 100));
    return hosts.stream().sorted(order(known)).limit(most).toList();
  }

  private Comparator<String> order(Map<String, List<JsonNode>> known) {
    Comparator<String> byMasters =
        Comparator.comparingLong(host -> running(host, known, "applicationMasters"));
    Comparator<String> byContainers =
        Comparator.comparingLong(host -> running(host, known, "containers"));
    Comparator<String> byName = NaturalOrder.INSTANCE;
    return switch (preference()) {
      case IDLE -> byContainers.thenComparing(byMasters).thenComparing(byName);
      case FEWEST_MASTERS -> byMasters.thenComparing(byContainers).thenComparing(byName);
      case NAME -> byName;
    };
  }

  private int percentage() {
    return percent == null ? 100 : percent;
  }

  private Preference preference() {
    return prefer == null ? Preference.FEWEST_MASTERS : prefer;
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
    parts.addAll(filter.terms());
    if (count != null || percent != null) {
      parts.add(count != null ? "--count " + count : "--percent " + percent);
      parts.add("--prefer " + preference());
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
