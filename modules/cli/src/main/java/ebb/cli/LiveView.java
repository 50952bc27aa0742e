package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** For a terminal: a bar and a table of the nodes, drawn anew in the same place. */
final class LiveView implements ProgressView {
  /** Bar, heading, the line on what does not fit, the note, and the prompt below. */
  private static final int OTHER_LINES = 5;

  private static final String CLEAR_BELOW = "\u001b[J";

  private final RmOptions output;
  private int drawn;
  private List<String> body = List.of();
  private String note = "";

  LiveView(RmOptions output) {
    this.output = output;
  }

  @Override
  public void show(Operation operation) {
    List<String> lines = new ArrayList<>();
    lines.add(fitted(OperationText.bar(operation)));
    lines.addAll(nodes(operation));
    body = lines;
    draw();
  }

  /** Below the table, until there is another one. */
  @Override
  public void note(String line) {
    note = line;
    draw();
  }

  /** Those that drain come first: they are what people wait for. */
  private List<String> nodes(Operation operation) {
    List<JsonNode> all =
        Stream.concat(
                operation.decisions().stream().filter(Operation::isOpen),
                operation.decisions().stream().filter(each -> !Operation.isOpen(each)))
            .toList();
    int room = Math.max(1, output.terminal().rows().orElse(Integer.MAX_VALUE) - OTHER_LINES);
    List<JsonNode> shown = all.subList(0, Math.min(room, all.size()));
    List<String> lines = new ArrayList<>();
    if (!shown.isEmpty()) {
      lines.addAll(OperationText.nodes(shown).lines(output.terminal()));
    }
    if (shown.size() < all.size()) {
      lines.add("and " + (all.size() - shown.size()) + " more");
    }
    return lines;
  }

  private String fitted(String line) {
    return Cut.line(line, output.terminal().width());
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
    drawn = lines.size();
  }
}
