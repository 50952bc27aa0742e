package ebb.app.examples;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.app.Main;
import ebb.app.examples.PageExample.Shown;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Runs commands as a page shows them, {@code ebb} in this process, {@code curl} in a shell, and
 * compares what they print. What is different in each run has to be the same within an example: an
 * id that a command printed stands for the id that it prints here, in later commands, too.
 */
public final class ExampleSession {
  private static final String ADDRESS = "127.0.0.1:8091";
  private static final Set<String> OFFLINE = Set.of("--journal", "--from", "--rm");
  private static final Pattern WORD = Pattern.compile("'[^']*'|\"[^\"]*\"|\\S+");
  private static final Pattern RANGE = Pattern.compile("(.*)\\{(\\d+)\\.\\.(\\d+)}(.*)");

  private final String address;
  private final Pattern variable;

  /** What stands here for what the page shows. */
  private final Map<String, String> here = new LinkedHashMap<>();

  private int exit;

  /**
   * @param address of the admin API
   * @param variable what is different in each run
   */
  public ExampleSession(String address, Pattern variable) {
    this.address = address;
    this.variable = variable;
    stands(ADDRESS, address);
  }

  /** Says what stands here for what the page shows. */
  public ExampleSession stands(String shown, String real) {
    here.put(shown, real);
    return this;
  }

  /** What stands here for it. */
  String real(String shown) {
    String text = shown;
    for (Map.Entry<String, String> each : here.entrySet()) {
      text = text.replace(each.getKey(), each.getValue());
    }
    return text;
  }

  public void expect(PageExample example) {
    example.commands().forEach(this::expect);
  }

  /** An ellipsis stands for anything, one on a line of its own for lines. */
  void expect(Shown shown) {
    String printed = run(shown.command());
    learn(shown.output(), printed);
    String expected = real(shown.output());
    if (expected.contains("…")) {
      String pattern =
          expected
              .lines()
              .map(line -> line.equals("…") ? "(?s:.*)" : quoted(line))
              .collect(Collectors.joining("\n"));
      assertThat(printed).as(shown.command()).matches(pattern);
    } else {
      assertThat(printed).as(shown.command()).isEqualTo(expected);
    }
  }

  private static String quoted(String line) {
    return List.of(line.split("…", -1)).stream()
        .map(Pattern::quote)
        .collect(Collectors.joining(".*"));
  }

  /** Each different one of the page stands for the one at the same place. */
  private void learn(String shown, String printed) {
    List<String> ofPage = variables(shown);
    List<String> ofRun = variables(printed);
    IntStream.range(0, Math.min(ofPage.size(), ofRun.size()))
        .forEach(i -> here.putIfAbsent(ofPage.get(i), ofRun.get(i)));
  }

  private List<String> variables(String text) {
    return variable.matcher(text).results().map(MatchResult::group).toList();
  }

  /** Runs it as the page has it, and returns what it printed. */
  String run(String command) {
    String real = real(command);
    if (real.startsWith("echo $?")) {
      return String.valueOf(exit);
    }
    return real.matches("(bin/)?ebb .*") ? ebb(arguments(real)) : bash(real);
  }

  /** After {@code ebb}; quotes and braces are the shell's. */
  private static List<String> arguments(String command) {
    List<String> words = new ArrayList<>();
    for (String word :
        WORD.matcher(command.replace(" < /dev/null", ""))
            .results()
            .map(MatchResult::group)
            .skip(1)
            .toList()) {
      var range = RANGE.matcher(word);
      if (range.matches()) {
        IntStream.rangeClosed(Integer.parseInt(range.group(2)), Integer.parseInt(range.group(3)))
            .forEach(i -> words.add(range.group(1) + i + range.group(4)));
      } else {
        words.add(word.replaceAll("^['\"]|['\"]$", ""));
      }
    }
    return words;
  }

  private String ebb(List<String> words) {
    StringWriter printed = new StringWriter();
    PrintWriter both = new PrintWriter(printed, true);
    List<String> arguments = new ArrayList<>(words);
    if (!words.get(0).equals("config") && words.stream().noneMatch(OFFLINE::contains)) {
      arguments.addAll(List.of("--rm", address));
    }
    exit = Main.commandLine().setOut(both).setErr(both).execute(arguments.toArray(String[]::new));
    return trimmed(printed.toString().replace(" --rm http://" + address, ""));
  }

  private String bash(String command) {
    try {
      Process bash = new ProcessBuilder("bash", "-c", command).redirectErrorStream(true).start();
      String printed = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      exit = bash.waitFor();
      return trimmed(printed);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static String trimmed(String printed) {
    return printed.lines().map(String::stripTrailing).collect(Collectors.joining("\n")).strip();
  }
}
