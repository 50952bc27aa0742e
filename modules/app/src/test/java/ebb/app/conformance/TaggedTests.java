package ebb.app.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Every test of the source tree with the numbers of the cases that it is tagged with: {@code
 * Class#method} for JUnit, the name of the class for a ScalaTest spec.
 */
record TaggedTests(Map<String, Set<Integer>> numbersByTest) {
  private static final Pattern JAVA_TAG = Pattern.compile("@Tag\\(\"case-(\\d+)\"\\)");
  private static final Pattern JAVA_TEST = Pattern.compile("\\bvoid (\\w+)\\(");
  private static final Pattern SCALA_TAG = Pattern.compile("\\bCase\\((\\d+)\\)");

  /** The tests of every module in the checkout at {@code root}. */
  static TaggedTests scan(Path root) throws IOException {
    Map<String, Set<Integer>> found = new HashMap<>();
    for (String modules : List.of("modules", "tests", "tools")) {
      try (Stream<Path> files = Files.walk(root.resolve(modules))) {
        for (Path file : files.filter(TaggedTests::isTestSource).toList()) {
          String name = file.getFileName().toString();
          if (name.endsWith(".java")) {
            found.putAll(junit(name.replace(".java", ""), Files.readAllLines(file)));
          } else {
            found.put(name.replace(".scala", ""), scalaTest(Files.readString(file)));
          }
        }
      }
    }
    return new TaggedTests(found);
  }

  private static boolean isTestSource(Path file) {
    String path = file.toString().replace('\\', '/');
    return path.contains("/src/test/") && (path.endsWith(".java") || path.endsWith(".scala"));
  }

  private static Map<String, Set<Integer>> junit(String type, List<String> lines) {
    Map<String, Set<Integer>> found = new HashMap<>();
    List<Integer> tags = new ArrayList<>();
    for (String line : lines) {
      JAVA_TAG.matcher(line).results().forEach(tag -> tags.add(Integer.valueOf(tag.group(1))));
      Matcher test = JAVA_TEST.matcher(line);
      if (test.find()) {
        found.computeIfAbsent(type + "#" + test.group(1), absent -> new TreeSet<>()).addAll(tags);
        tags.clear();
      }
    }
    return found;
  }

  private static Set<Integer> scalaTest(String source) {
    Set<Integer> numbers = new TreeSet<>();
    SCALA_TAG.matcher(source).results().forEach(tag -> numbers.add(Integer.valueOf(tag.group(1))));
    return numbers;
  }

  boolean has(String test) {
    return numbersByTest.containsKey(test);
  }

  Set<Integer> numbersOf(String test) {
    return numbersByTest.getOrDefault(test, Set.of());
  }
}
