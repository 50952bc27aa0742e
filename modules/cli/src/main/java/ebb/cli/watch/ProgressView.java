package ebb.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.client.Json;
import ebb.cli.options.RmOptions;
import ebb.cli.terminal.ExitCode;

/** Shows the progress of an operation. */
interface ProgressView {
  void show(OperationView operation);

  /**
   * Called when the operation is complete. Shows how its nodes have ended, unless this was already
   * shown for a single one.
   */
  default void ended(OperationView operation) {
    if (operation.total() > 1 || operation.exitCode() != ExitCode.OK) {
      note(OperationText.outcomes(operation));
    }
  }

  /** Shows something beside the operation itself, such as a missing answer. */
  void note(String line);

  static ProgressView of(RmOptions output) {
    if (output.json()) {
      return new JsonLines(output);
    }
    return output.terminal().out() ? new LiveView(output) : new PlainLines(output);
  }

  /** A view for programs: one line of JSON for each change other than of the time left. */
  final class JsonLines implements ProgressView {
    private final RmOptions output;
    private String shown = "";

    JsonLines(RmOptions output) {
      this.output = output;
    }

    @Override
    public void show(OperationView operation) {
      JsonNode counted = operation.json().path("nodes");
      StringBuilder standing = new StringBuilder(Json.compact(counted));
      operation
          .decisions()
          .forEach(each -> standing.append(OperationText.standing(each, operation.holders())));
      standing.append(operation.isComplete());
      if (!shown.contentEquals(standing)) {
        shown = standing.toString();
        output.println(Json.compact(operation.json()));
        output.flush();
      }
    }

    /** The last object contains the outcomes, but not the reason for an exit code other than 0. */
    @Override
    public void ended(OperationView operation) {
      if (operation.exitCode() != ExitCode.OK) {
        note(OperationText.outcomes(operation));
      }
    }

    @Override
    public void note(String line) {
      output.note(line);
    }
  }
}
