package ebb.app.docs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A page in Markdown: its headings, examples and links. */
record MarkdownPage(Path file, String text) {
  private static final Pattern CODE_BLOCK = Pattern.compile("(?ms)^ *```.*?^ *```$");
  private static final Pattern CODE = Pattern.compile("`[^`]*`");
  private static final Pattern HEADING = Pattern.compile("(?m)^(#{1,6}) +(.+)$");
  private static final Pattern LINK = Pattern.compile("\\[([^\\]]*)\\]\\(([^)\\s]+)\\)");
  private static final Pattern NOT_IN_ANCHOR = Pattern.compile("[^\\p{L}\\p{M}\\p{N}\\p{Pc} -]");

  static MarkdownPage read(Path file) throws IOException {
    return new MarkdownPage(file, Files.readString(file, StandardCharsets.UTF_8));
  }

  /** With their fences, in order. */
  List<String> codeBlocks() {
    return CODE_BLOCK.matcher(text).results().map(MatchResult::group).toList();
  }

  /** As in 1, 2, 2, 3. */
  List<Integer> headingLevels() {
    return HEADING.matcher(prose()).results().map(each -> each.group(1).length()).toList();
  }

  /** Of all headings, by GitHub's rule: the second of two equal ones ends in -1. */
  Set<String> anchors() {
    List<String> names =
        HEADING.matcher(prose()).results().map(each -> anchor(each.group(2))).toList();
    Set<String> anchors = new HashSet<>();
    for (int i = 0; i < names.size(); i++) {
      int before = Collections.frequency(names.subList(0, i), names.get(i));
      anchors.add(before == 0 ? names.get(i) : names.get(i) + "-" + before);
    }
    return anchors;
  }

  private static String anchor(String heading) {
    String words = LINK.matcher(heading).replaceAll("$1").strip().toLowerCase(Locale.ROOT);
    return NOT_IN_ANCHOR.matcher(words).replaceAll("").replace(' ', '-');
  }

  /** Links to other files, or to a heading, that lead nowhere. */
  List<String> brokenLinks() throws IOException {
    List<String> broken = new ArrayList<>();
    for (String link : relativeLinks()) {
      if (!leadsSomewhere(link)) {
        broken.add(link);
      }
    }
    return broken;
  }

  List<String> relativeLinks() {
    return LINK.matcher(CODE.matcher(prose()).replaceAll(""))
        .results()
        .map(each -> each.group(2))
        .filter(each -> !each.contains("://"))
        .toList();
  }

  private boolean leadsSomewhere(String link) throws IOException {
    int hash = link.indexOf('#');
    if (hash < 0) {
      return Files.exists(file.resolveSibling(link));
    } else if (hash == 0) {
      return anchors().contains(link.substring(1));
    }
    Path target = file.resolveSibling(link.substring(0, hash));
    return Files.isRegularFile(target) && read(target).anchors().contains(link.substring(hash + 1));
  }

  /** Without examples and code. */
  String sentences() {
    return CODE.matcher(prose()).replaceAll("``");
  }

  private String prose() {
    return CODE_BLOCK.matcher(text).replaceAll("");
  }
}
