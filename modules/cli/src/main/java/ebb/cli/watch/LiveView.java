package ebb.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.options.RmOptions;
import ebb.cli.terminal.Ellipsis;
import ebb.cli.text.BlockingApplications;
import ebb.domain.text.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A view for a terminal: a bar and a table of the nodes, redrawn in the same place. */
final class LiveView implements ProgressView {
  /** Lines for the bar, the heading, what does not fit, the note, and the prompt below. */
  private static final int OTHER_LINES = 5;

  private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");

  private static final String CLEAR_BELOW = "\u001b[J";

  private final RmOptions output;
  private final Progress progress = new Progress();
  private int drawn;
  private List<String> body = List.of();
  private String note = "";

  LiveView(RmOptions output) {
    this.output = output;
  }

  @Override
  public void show(OperationView operation) {
    List<String> lines = new ArrayList<>();
    lines.add(fitted(OperationText.bar(operation, progress.of(operation))));
    OperationText.forecast(operation).forEach(line -> lines.add(fitted(line)));
    if (operation.draining() > 1) {
      OperationText.held(operation).forEach(line -> lines.add(fitted(VisibleText.of(line))));
    }
    lines.addAll(nodes(operation, lines.size() - 1));
    body = lines;
    draw();
  }

  /** Shows a note below the table, until the next note. */
  @Override
  public void note(String line) {
    note = line;
    draw();
  }

  /**
   * A table of the nodes. Those with the latest deadline and the most containers come first,
   * because people wait for them.
   *
   * @param taken the number of lines above the table, in addition to the bar
   */
  private List<String> nodes(OperationView operation, int taken) {
    List<JsonNode> all = operation.worstFirst();
    int room =
        Math.max(1, output.terminal().rows().orElse(Integer.MAX_VALUE) - OTHER_LINES - taken);
    List<JsonNode> shown = all.subList(0, Math.min(room, all.size()));
    BlockingApplications holders = operation.holders();
    List<String> lines = table(shown, holders);
    // Rows that are wider than the terminal take more space, so fewer fit.
    while (shown.size() > 1 && lines.stream().mapToInt(this::rows).sum() > room + 1) {
      shown = shown.subList(0, shown.size() - 1);
      lines = table(shown, holders);
    }
    if (shown.size() < all.size()) {
      lines.add("and " + (all.size() - shown.size()) + " more");
    }
    return lines;
  }

  private List<String> table(List<JsonNode> shown, BlockingApplications holders) {
    return shown.isEmpty()
        ? new ArrayList<>()
        : new ArrayList<>(OperationText.nodes(shown, holders).lines(output.terminal()));
  }

  private String fitted(String line) {
    return Ellipsis.line(line, output.terminal().width());
  }

  /** How many rows of the terminal a line fills. A line that cannot be cut may fill several. */
  private int rows(String line) {
    int length = COLOUR.matcher(line).replaceAll("").length();
    int width = output.terminal().width();
    return Math.max(1, length == 0 ? 1 : (length - 1) / width + 1);
  }

  private void draw() {
    List<String> lines = new ArrayList<>(body);
    if (!note.isEmpty()) {
      lines.add(fitted(note));
    }
    StringBuilder frame = new StringBuilder();
    if (drawn > 0) {
      frame.append("\u001b[").append(drawn).append('A').append('\r');
    }
    frame.append(CLEAR_BELOW).append(String.join(System.lineSeparator(), lines));
    output.draw(frame.toString());
    output.flush();
    drawn = lines.stream().mapToInt(this::rows).sum();
  }
}
