package ebb.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.options.RmOptions;
import ebb.cli.terminal.Ellipsis;
import ebb.cli.text.BlockingApplications;
import ebb.domain.text.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** For a terminal: a bar and a table of the nodes, drawn anew in the same place. */
final class LiveView implements ProgressView {
  /** Bar, heading, the line on what does not fit, the note, and the prompt below. */
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
    if (operation.draining() > 1) {
      OperationText.held(operation).forEach(line -> lines.add(fitted(VisibleText.of(line))));
    }
    lines.addAll(nodes(operation, lines.size() - 1));
    body = lines;
    draw();
  }

  /** Below the table, until there is another one. */
  @Override
  public void note(String line) {
    note = line;
    draw();
  }

  /**
   * Those that drain longest and hold most come first: they are what people wait for.
   *
   * @param taken lines that are above them, beside the bar
   */
  private List<String> nodes(OperationView operation, int taken) {
    List<JsonNode> all = operation.worstFirst();
    int room =
        Math.max(1, output.terminal().rows().orElse(Integer.MAX_VALUE) - OTHER_LINES - taken);
    List<JsonNode> shown = all.subList(0, Math.min(room, all.size()));
    BlockingApplications holders = operation.holders();
    List<String> lines = table(shown, holders);
    // Of rows that are wider than the terminal fewer have room.
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

  /** Of the terminal, which a line that cannot be cut may fill more than one of. */
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
