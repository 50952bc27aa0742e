package ebb.journal.json;

import ebb.domain.DrainAccount;
import java.util.List;

/**
 * How a drain has spent its time. The phases add up to all of its time.
 *
 * @param waitContainerMillis time in which at least one container was reported
 * @param waitAppMillis time in which no container but at least one application was reported
 * @param noReportMillis time in which no report of the drain was known
 * @param unobservedMillis time in which, according to the journal, no instance observed the node
 * @param heldMillis time in which nothing was left to wait for, and an operator held the drain
 * @param applications those that were reported longest, longest first
 */
public record DrainAccountJson(
    long waitContainerMillis,
    long waitAppMillis,
    long noReportMillis,
    long unobservedMillis,
    long heldMillis,
    List<HeldJson> applications) {

  /** How long an application was reported. */
  public record HeldJson(String id, long millis) {}

  public static DrainAccountJson of(DrainAccount account) {
    return new DrainAccountJson(
        account.waitContainerMillis(),
        account.waitAppMillis(),
        account.noReportMillis(),
        account.unobservedMillis(),
        account.heldMillis(),
        account.longestFirst().stream()
            .map(held -> new HeldJson(held.getKey(), held.getValue()))
            .toList());
  }
}
