package ebb.admin.json;

import ebb.domain.DrainTimeout;
import ebb.domain.refresh.Undo;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
    List<Entry> add,
    List<String> remove,
    List<Timeout> timeouts,
    List<Skipped> skipped) {

  /**
   * @param timeoutSecs -1 for no limit; null for the configured timeout
   */
  record Entry(String host, @Nullable Long timeoutSecs) {
    static Entry of(Map.Entry<String, Optional<DrainTimeout>> entry) {
      return new Entry(entry.getKey(), entry.getValue().map(DrainTimeout::toSeconds).orElse(null));
    }
  }

  /**
   * @param timeoutSecs the timeout from the start of the drain; -1 for no limit
   */
  record Timeout(String nodeId, long timeoutSecs) {}

  record Skipped(String nodeId, String why) {}

  public static UndoJson of(String operationId, Undo undo) {
    return new UndoJson(
        operationId,
        undo.listVersion(),
        undo.exclude().entrySet().stream().map(Entry::of).toList(),
        List.copyOf(undo.admit()),
        undo.timeouts().entrySet().stream()
            .map(each -> new Timeout(each.getKey().toString(), each.getValue().toSeconds()))
            .toList(),
        undo.skipped().entrySet().stream()
            .map(each -> new Skipped(each.getKey().toString(), each.getValue()))
            .toList());
  }
}
