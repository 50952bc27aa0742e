package ebb.admin.json;

import ebb.domain.refresh.Undo;
import java.util.List;

/**
 * What would undo an operation: the body of an edit of the exclude file, and changes of timeouts.
 *
 * @param listVersion the newest refresh that the undo takes into account
 * @param add entries for the exclude file, as {@code PATCH /lists/exclude} takes them
 * @param remove entries to remove from the exclude file, in the same form
 * @param timeouts changes of timeouts, each for {@code PUT /nodes/{id}/timeout}
 * @param skipped nodes that stay as they are
 */
public record UndoJson(
    String operationId,
    long listVersion,
    List<HostEntryJson> add,
    List<String> remove,
    List<Timeout> timeouts,
    List<Skipped> skipped) {

  /**
   * @param timeoutSecs the timeout from the start of the drain; -1 for no limit
   */
  record Timeout(String nodeId, long timeoutSecs) {}

  record Skipped(String nodeId, String why) {}

  public static UndoJson of(String operationId, Undo undo) {
    return new UndoJson(
        operationId,
        undo.listVersion(),
        undo.exclude().entrySet().stream()
            .map(each -> HostEntryJson.of(each.getKey(), each.getValue()))
            .toList(),
        List.copyOf(undo.admit()),
        undo.timeouts().entrySet().stream()
            .map(each -> new Timeout(each.getKey().toString(), each.getValue().toSeconds()))
            .toList(),
        undo.skipped().entrySet().stream()
            .map(each -> new Skipped(each.getKey().toString(), each.getValue()))
            .toList());
  }
}
