package ebb.app.conformance;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The two kinds of tables of docs/conformance.md.
 *
 * @param cases a row for each case that was compared with stock YARN
 * @param lines where Ebb is better on purpose
 */
record ConformancePage(List<CaseRow> cases, List<BetterLine> lines) {

  /**
   * @param tests as written, without backquotes
   */
  record CaseRow(int number, String about, List<String> tests, String result) {}

  record BetterLine(String name, String what, List<String> tests) {}

  private static final Pattern NUMBER = Pattern.compile("\\d+");
  private static final String BETTER = "## Deliberate improvements";

  static ConformancePage read(Path page) throws IOException {
    List<CaseRow> cases = new ArrayList<>();
    List<BetterLine> lines = new ArrayList<>();
    String heading = "";
    for (String line : Files.readAllLines(page, StandardCharsets.UTF_8)) {
      if (line.startsWith("## ")) {
        heading = line;
      } else if (line.startsWith("|") && !line.startsWith("|--")) {
        List<String> cells = cells(line);
        if (NUMBER.matcher(cells.get(0)).matches()) {
          cases.add(
              new CaseRow(
                  Integer.parseInt(cells.get(0)), cells.get(1), tests(cells.get(2)), cells.get(3)));
        } else if (heading.equals(BETTER) && !cells.get(0).equals("Line")) {
          lines.add(new BetterLine(cells.get(0), cells.get(1), tests(cells.get(2))));
        }
      }
    }
    return new ConformancePage(cases, lines);
  }

  private static List<String> cells(String line) {
    return Arrays.stream(line.substring(1).split("\\|", -1)).map(String::trim).toList();
  }

  private static List<String> tests(String cell) {
    return Pattern.compile("`([^`]+)`")
        .matcher(cell)
        .results()
        .map(found -> found.group(1))
        .toList();
  }
}
