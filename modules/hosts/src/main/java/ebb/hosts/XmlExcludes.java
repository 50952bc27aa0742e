package ebb.hosts;

import ebb.domain.DrainTimeout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Edits a list in XML, see {@link XmlHostsReader}. An element is removed when all its hosts are. A
 * timeout is changed in place if the element contains only that host. Otherwise the host gets its
 * own element behind all others, as new hosts do.
 */
final class XmlExcludes {
  private final String text;
  private final XmlOutline root;
  private final XmlLines lines;
  private final List<XmlOutline> entries;
  private final Map<String, List<XmlOutline>> entriesOf = new HashMap<>();
  private final List<Change> changes = new ArrayList<>();

  XmlExcludes(String text) {
    this.text = text;
    root = XmlOutline.of(text);
    lines = new XmlLines(text);
    entries = root.descendants().filter(each -> each.name().equals("host")).toList();
    for (XmlOutline entry : entries) {
      hosts(entry).forEach(h -> entriesOf.computeIfAbsent(h, k -> new ArrayList<>()).add(entry));
    }
  }

  /** Replaces a part of the text. */
  private record Change(int from, int to, String text) {}

  String edit(Map<String, Optional<DrainTimeout>> before, ListEdit edit) {
    Set<String> gone = new HashSet<>(edit.remove());
    StringBuilder added = new StringBuilder();
    edit.add()
        .forEach(
            (host, timeout) -> {
              if (!before.containsKey(host)) {
                added.append(entry(host, timeout));
              } else if (!timeout.equals(before.get(host)) && !changeInPlace(host, timeout)) {
                gone.add(host);
                added.append(entry(host, timeout));
              }
            });
    entries.forEach(entry -> remove(gone::contains, entry));
    if (!added.isEmpty()) {
      append(added.toString());
    }
    return changed();
  }

  private String changed() {
    StringBuilder edited = new StringBuilder();
    int done = 0;
    changes.sort(Comparator.comparingInt(Change::from).thenComparingInt(Change::to));
    for (Change change : changes) {
      if (change.from() >= done) { // otherwise it is within a removed element
        edited.append(text, done, change.from()).append(change.text());
        done = change.to();
      }
    }
    return edited.append(text, done, text.length()).toString();
  }

  // ---- removed hosts ----

  /** The parts that may be hosts, and the separators between them. */
  private String[] names(XmlOutline entry) {
    String names =
        entry.first("name").map(n -> text.substring(n.contentStart(), n.contentEnd())).orElse("");
    return names.split("(?=[,\n])|(?<=[,\n])", -1);
  }

  private static boolean isSeparator(String part) {
    return part.equals(",") || part.equals("\n");
  }

  private List<String> hosts(XmlOutline entry) {
    return Arrays.stream(names(entry))
        .filter(part -> !isSeparator(part) && !part.isBlank())
        .map(String::trim)
        .toList();
  }

  private void remove(Predicate<String> gone, XmlOutline entry) {
    List<String> hosts = hosts(entry);
    if (hosts.stream().noneMatch(gone)) {
      return;
    } else if (hosts.stream().allMatch(gone)) {
      cut(entry);
      return;
    }
    List<String> kept = new ArrayList<>();
    boolean skipSeparator = false;
    for (String part : names(entry)) {
      if (isSeparator(part) && skipSeparator) {
        skipSeparator = false;
      } else if (!isSeparator(part) && gone.test(part.trim())) {
        skipSeparator = true;
      } else {
        kept.add(part);
      }
    }
    if (skipSeparator) { // the last host is removed, and so is the separator before it
      kept.remove(kept.size() - 1);
    }
    entry
        .first("name")
        .ifPresent(
            name ->
                changes.add(
                    new Change(name.contentStart(), name.contentEnd(), String.join("", kept))));
  }

  private void cut(XmlOutline element) {
    XmlLines.Range whole = lines.wholeLines(element.start(), element.end());
    changes.add(new Change(whole.from(), whole.to(), ""));
  }

  // ---- added and changed hosts ----

  private boolean changeInPlace(String host, Optional<DrainTimeout> timeout) {
    List<XmlOutline> ofHost = entriesOf.getOrDefault(host, List.of());
    if (ofHost.size() != 1 || hosts(ofHost.get(0)).size() != 1) {
      return false;
    }
    XmlOutline name = ofHost.get(0).first("name").orElseThrow();
    Optional<XmlOutline> present = ofHost.get(0).first("timeout");
    if (present.isEmpty()) {
      String own = timeout.map(XmlExcludes::element).orElse("");
      changes.add(new Change(name.end(), name.end(), lines.breakBefore(name.start()) + own));
    } else if (timeout.isEmpty()) {
      cut(present.get());
    } else {
      String seconds = Long.toString(timeout.get().toSeconds());
      changes.add(new Change(present.get().contentStart(), present.get().contentEnd(), seconds));
    }
    return true;
  }

  private static String element(DrainTimeout timeout) {
    return "<timeout>" + timeout.toSeconds() + "</timeout>";
  }

  private String entry(String host, Optional<DrainTimeout> timeout) {
    String indent = entries.isEmpty() ? "  " : lines.indentOf(entries.get(0).start());
    String own = timeout.map(XmlExcludes::element).orElse("");
    return indent + "<host><name>" + host + "</name>" + own + "</host>" + lines.lineEnd();
  }

  private void append(String added) {
    if (root.isSelfClosing()) {
      String open = ">" + lines.lineEnd() + added + "</" + root.name() + ">";
      changes.add(new Change(root.end() - 2, root.end(), open));
      return;
    }
    Optional<Integer> line = lines.lineBefore(root.contentEnd());
    int at = line.orElse(root.contentEnd());
    changes.add(new Change(at, at, line.isPresent() ? added : lines.lineEnd() + added));
  }
}
