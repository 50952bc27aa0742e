package ebb.journal.json;

import ebb.domain.DrainAccount;
import java.util.List;

/**
 * Where the time of a drain went; the phases sum to all of it.
 *
 * @param waitContainerMillis in which a container was reported
 * @param waitAppMillis in which no container was, but an application
 * @param noReportMillis in which no report of the drain was known
 * @param unobservedMillis in which no instance watched the node, as far as the journal tells
 * @param applications that were reported longest, the longest first
 */
public record DrainAccountJson(
    long waitContainerMillis,
    long waitAppMillis,
    long noReportMillis,
    long unobservedMillis,
    List<HeldJson> applications) {

  /** For how long an application was reported. */
  public record HeldJson(String id, long millis) {}

  public static DrainAccountJson of(DrainAccount account) {
    return new DrainAccountJson(
        account.waitContainerMillis(),
        account.waitAppMillis(),
        account.noReportMillis(),
        account.unobservedMillis(),
        account.longestFirst().stream()
            .map(held -> new HeldJson(held.getKey(), held.getValue()))
            .toList());
  }
}
