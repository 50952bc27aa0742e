package ebb.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.client.Json;
import ebb.cli.options.RmOptions;
import ebb.cli.terminal.ExitCode;

/** Shows how an operation goes on. */
interface ProgressView {
  void show(OperationView operation);

  /** Nothing of it is open: how its nodes have ended, unless that was said of a single one. */
  default void ended(OperationView operation) {
    if (operation.total() > 1 || operation.exitCode() != ExitCode.OK) {
      note(OperationText.outcomes(operation));
    }
  }

  /** Something beside the operation itself, such as that nobody answers. */
  void note(String line);

  static ProgressView of(RmOptions output) {
    if (output.json()) {
      return new JsonLines(output);
    }
    return output.terminal().out() ? new LiveView(output) : new PlainLines(output);
  }

  /** One line of JSON for each change but that of the time left. */
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

    /** The outcomes are in the last object; why the exit code is not 0 is not. */
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
