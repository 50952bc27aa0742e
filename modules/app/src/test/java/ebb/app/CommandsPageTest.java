package ebb.app;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.demo.DemoCommand;
import ebb.simulator.SimulateCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import picocli.CommandLine;

/** docs/commands.md names every command, and says why one has no --json. */
final class CommandsPageTest {
  private static final Path PAGE = Path.of("..", "..", "docs", "commands.md");
  private static final String BEGIN = "<!-- without --json: begin -->";
  private static final String END = "<!-- without --json: end -->";

  @TestFactory
  Stream<DynamicTest> everyCommandSpeaksJsonOrThePageSaysWhyNot() throws IOException {
    Map<String, String> reasons = reasons(page());
    return all()
        .map(
            command ->
                DynamicTest.dynamicTest(
                    name(command),
                    () -> {
                      boolean speaksJson = command.getCommandSpec().findOption("--json") != null;
                      assertThat(speaksJson)
                          .as("%s has --json or a reason: %s", name(command), reasons)
                          .isNotEqualTo(reasons.containsKey(name(command)));
                    }));
  }

  @Test
  void thePageHasAReasonForNoOtherCommand() throws IOException {
    Map<String, String> reasons = reasons(page());

    assertThat(reasons).isNotEmpty();
    assertThat(all().map(CommandsPageTest::name)).containsAll(reasons.keySet());
    assertThat(reasons.values()).allMatch(reason -> reason.length() > 10);
  }

  @Test
  void thePageNamesEveryCommand() throws IOException {
    String page = page();

    assertThat(all().map(CommandsPageTest::name)).hasSizeGreaterThan(15);
    assertThat(all().map(CommandsPageTest::name))
        .allMatch(name -> page.contains("| `" + name + "`") || page.contains("| `" + name + " "));
  }

  /** Picocli formats it, so that a percent sign has to stand twice. */
  @Test
  void theHelpOfEveryCommandCanBeFormatted() {
    assertThat(all().flatMap(CommandsPageTest::help))
        .hasSizeGreaterThan(100)
        .noneMatch(line -> line.matches("(?s).*(?<!%)%(?!%|n).*"));
  }

  private static Stream<String> help(CommandLine command) {
    var usage = command.getCommandSpec().usageMessage();
    return Stream.concat(
        Stream.of(usage.header(), usage.description(), usage.footer()).flatMap(Arrays::stream),
        command.getCommandSpec().args().stream().flatMap(arg -> Arrays.stream(arg.description())));
  }

  /** Those that do something; a command that only holds others does not. */
  private static Stream<CommandLine> all() {
    return leaves(
        Main.commandLine().addSubcommand(new DemoCommand()).addSubcommand(new SimulateCommand()));
  }

  private static Stream<CommandLine> leaves(CommandLine command) {
    return command.getSubcommands().isEmpty()
        ? Stream.of(command)
        : command.getSubcommands().values().stream().flatMap(CommandsPageTest::leaves);
  }

  /** As in {@code config check}. */
  private static String name(CommandLine command) {
    return command.getCommandSpec().qualifiedName().substring("ebb ".length());
  }

  private static String page() throws IOException {
    return Files.readString(PAGE, StandardCharsets.UTF_8);
  }

  /** By command. */
  private static Map<String, String> reasons(String page) {
    return page.substring(page.indexOf(BEGIN), page.indexOf(END))
        .lines()
        .filter(line -> line.startsWith("| `"))
        .map(line -> line.split("\\|", -1))
        .collect(
            Collectors.toMap(
                cells -> cells[1].strip().replace("`", ""),
                cells -> cells[2].strip(),
                (one, other) -> one + other,
                TreeMap::new));
  }
}
