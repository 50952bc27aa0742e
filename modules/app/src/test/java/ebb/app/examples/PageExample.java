package ebb.app.examples;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A block of a page between fences. The opening fence names what the block holds, and where people
 * see output, the test that compares it, or after {@code untested:} why there is none.
 *
 * @param place page and number, to find it
 * @param kind such as {@code console}
 * @param note a test, a reason, or nothing
 */
public record PageExample(String place, String kind, String note, List<String> lines) {
  static final String UNTESTED = "untested: ";
  private static final Path ROOT = Path.of("..", "..");
  private static final String PROMPT = "$ ";
  private static final Pattern BLOCK =
      Pattern.compile("(?ms)^( *)```([^\\s`]*) ?([^\\n`]*)\\n(.*?)^ *```$");

  /** A command as typed, without its prompt, and what it printed. */
  public record Shown(String command, String output) {}

  /** Those that this test has to compare. */
  public static List<PageExample> comparedBy(Class<?> test) {
    return all().stream().filter(each -> each.note.equals(test.getSimpleName())).toList();
  }

  /** The blocks of all pages in English; the Chinese README has those of the English one. */
  static List<PageExample> all() {
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(
              Stream.of("README.md", "CONTRIBUTING.md").map(ROOT::resolve),
              docs.filter(file -> file.toString().endsWith(".md")).sorted())
          .flatMap(page -> of(page).stream())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<PageExample> of(Path page) {
    try {
      List<MatchResult> blocks = BLOCK.matcher(Files.readString(page)).results().toList();
      return blocks.stream()
          .map(
              block ->
                  new PageExample(
                      ROOT.relativize(page) + " #" + (blocks.indexOf(block) + 1),
                      block.group(2),
                      block.group(3),
                      block.group(4).lines().map(line -> unindented(block, line)).toList()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String unindented(MatchResult block, String line) {
    int indent = block.group(1).length();
    return line.substring(Math.min(indent, line.length()));
  }

  /** Its commands in order; a backslash continues a line. */
  public List<Shown> commands() {
    List<Shown> shown = new ArrayList<>();
    List<String> output = new ArrayList<>();
    String command = "";
    for (String line : lines) {
      if (command.endsWith("\\")) {
        command = command.substring(0, command.length() - 1) + line.strip();
      } else if (line.startsWith(PROMPT)) {
        if (!command.isEmpty()) {
          shown.add(new Shown(command, String.join("\n", output)));
        }
        command = line.substring(PROMPT.length());
        output.clear();
      } else {
        output.add(line);
      }
    }
    shown.add(new Shown(command, String.join("\n", output)));
    return shown;
  }

  boolean hasPrompt() {
    return lines.stream().anyMatch(line -> line.startsWith(PROMPT));
  }

  boolean isUntested() {
    return note.startsWith(UNTESTED);
  }

  public String text() {
    return String.join("\n", lines);
  }

  @Override
  public String toString() {
    return place;
  }
}
