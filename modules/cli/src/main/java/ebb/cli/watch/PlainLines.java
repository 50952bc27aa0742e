package ebb.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.options.RmOptions;
import ebb.cli.text.BlockingApplications;
import ebb.cli.text.NodeText;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A view for a file or a pipe: a line for each node whose state has changed. */
final class PlainLines implements ProgressView {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

  private final RmOptions output;
  private final Map<String, String> shown = new HashMap<>();
  private String counts = "";
  private String held = "";

  PlainLines(RmOptions output) {
    this.output = output;
  }

  @Override
  public void show(OperationView operation) {
    BlockingApplications holders = operation.holders();
    for (JsonNode each : NodeText.inOrder(operation.decisions())) {
      String node = each.path("nodeId").asText();
      String standing = OperationText.standing(each, holders);
      if (!standing.equals(shown.put(node, standing))) {
        line(node + " " + standing + timeLeft(each));
      }
    }
    String now = OperationText.counts(operation);
    if (!now.equals(counts)) {
      counts = now;
      line(now);
      OperationText.forecast(operation).forEach(this::line);
      tellWhatHolds(operation);
    }
  }

  /**
   * Prints the applications that hold the most nodes, if several nodes drain. For a single node,
   * its own line already names them.
   */
  private void tellWhatHolds(OperationView operation) {
    List<String> lines = operation.draining() > 1 ? OperationText.held(operation) : List.of();
    if (!held.equals(lines.toString())) {
      held = lines.toString();
      lines.forEach(this::line);
    }
  }

  private static String timeLeft(JsonNode decision) {
    return OperationView.isDraining(decision) ? ", time left: " + NodeText.timeLeft(decision) : "";
  }

  @Override
  public void note(String line) {
    line(line);
  }

  private void line(String text) {
    output.println(LocalTime.now(ZoneId.systemDefault()).format(TIME) + " " + text);
    output.flush();
  }
}
