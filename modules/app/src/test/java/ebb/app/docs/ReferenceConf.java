package ebb.app.docs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The keys of ours that a reference.conf documents: those that an environment variable can set.
 * Reads the form in which ours are written: a comment, the key with its default, the key with its
 * variable.
 */
final class ReferenceConf {

  /**
   * @param value the default
   * @param meaning the comment in front of it
   */
  record Key(String path, String value, String variable, String meaning) {
    String row() {
      return "| `%s` | `%s` | `%s` | %s |".formatted(path, value, variable, meaning);
    }
  }

  private static final Pattern OPEN = Pattern.compile("([\\w.\"-]+)\\s*\\{");
  private static final Pattern VARIABLE = Pattern.compile("([\\w.-]+)\\s*=\\s*\\$\\{\\?(\\w+)\\}");
  private static final Pattern VALUE = Pattern.compile("([\\w.-]+)\\s*=\\s*(.+)");

  private final Deque<String> path = new ArrayDeque<>();
  private final List<Key> keys = new ArrayList<>();
  private final List<String> comment = new ArrayList<>();
  private String value = "";

  private ReferenceConf() {}

  static List<Key> ofAll(Path modules) throws IOException {
    try (Stream<Path> folders = Files.list(modules)) {
      List<Key> keys = new ArrayList<>();
      for (Path module : folders.sorted().toList()) {
        Path file = module.resolve("src/main/resources/reference.conf");
        if (Files.exists(file)) {
          keys.addAll(of(Files.readAllLines(file, StandardCharsets.UTF_8)));
        }
      }
      return keys;
    }
  }

  private static List<Key> of(List<String> lines) {
    ReferenceConf conf = new ReferenceConf();
    lines.forEach(line -> conf.take(line.strip()));
    return conf.keys;
  }

  private void take(String line) {
    Matcher variable = VARIABLE.matcher(line);
    Matcher assignment = VALUE.matcher(line);
    Matcher open = OPEN.matcher(line);
    if (line.startsWith("#")) {
      comment.add(line.substring(1).strip());
    } else if (variable.matches()) {
      keys.add(
          new Key(pathOf(variable.group(1)), value, variable.group(2), String.join(" ", comment)));
      comment.clear();
    } else if (assignment.matches()) {
      String bare = assignment.group(2).replace("\"", "");
      value = bare.isEmpty() ? assignment.group(2) : bare;
    } else if (open.matches()) {
      path.addLast(open.group(1));
      comment.clear();
    } else if (line.equals("}")) {
      path.removeLast();
    } else if (line.isEmpty()) {
      comment.clear();
    }
  }

  private String pathOf(String key) {
    return Stream.concat(path.stream(), Stream.of(key)).collect(Collectors.joining("."));
  }
}
