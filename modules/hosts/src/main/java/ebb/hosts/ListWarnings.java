package ebb.hosts;

import ebb.domain.text.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Entries of a list that no node can match, by file and line. They are no reason to reject a list,
 * because YARN accepts them. But such an entry was meant for a host, which it neither includes nor
 * excludes.
 */
public final class ListWarnings {
  /** Further entries are only counted. */
  private static final int MOST = 20;

  private static final int LONGEST_QUOTE = 80;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]*");
  private static final Pattern IPV6 =
      Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(%[A-Za-z0-9_.-]+)?");
  private static final Pattern NODE = Pattern.compile("\\[?([^\\[\\]]+?)\\]?:[0-9]+");

  private final List<String> first = new ArrayList<>();
  private int more;

  /** Checks an entry, as written in the list. */
  void check(String file, int line, String host) {
    Optional<String> problem = problemOf(host);
    if (problem.isPresent() && first.size() < MOST) {
      first.add(file + ", line " + line + ": " + problem.get());
    } else if (problem.isPresent()) {
      more++;
    }
  }

  /** One line for each entry, limited to a readable number. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>(first);
    if (more > 0) {
      lines.add("and " + more + " more entries that match no node");
    }
    return lines;
  }

  /** Why no node can have this name or address; empty if one can. */
  private static Optional<String> problemOf(String host) {
    if (NAME.matcher(host).matches() || IPV6.matcher(host).matches()) {
      return Optional.empty();
    }
    String quoted = "'" + VisibleText.of(shortened(host)) + "'";
    var node = NODE.matcher(host);
    return Optional.of(
        node.matches()
            ? quoted
                + " has a port, so that it matches no node; write '"
                + VisibleText.of(shortened(node.group(1)))
                + "'"
            : quoted + " is not a host name or address, so it matches no node" + advice(host));
  }

  private static String advice(String host) {
    if (host.matches(".*[,; ].*")) {
      return "; write each host as an entry of its own";
    }
    return host.matches(".*[*?\\[{(|].*") ? "; patterns are not expanded" : "";
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "...";
  }
}
