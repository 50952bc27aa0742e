package ebb.journal.json;

import ebb.journal.database.EventChains.BrokenEntry;
import ebb.journal.maintenance.JournalVerification;
import org.jspecify.annotations.Nullable;

/**
 * The result of verifying a journal, as the admin API and the commands return it.
 *
 * @param journal the identity of the journal
 * @param events number of verified events
 * @param actors number of actors that have written them
 * @param withoutHash how many of them have no hash
 * @param anchor over the verified events
 * @param intact whether nothing is wrong
 * @param finding what is wrong; null if it is intact
 * @param broken the first broken entry; null if there is none
 */
public record VerificationJson(
    String journal,
    long events,
    int actors,
    long withoutHash,
    String anchor,
    boolean intact,
    @Nullable String finding,
    @Nullable BrokenEntry broken) {
  public static VerificationJson of(JournalVerification found) {
    return new VerificationJson(
        found.identity(),
        found.events(),
        found.actors(),
        found.withoutHash(),
        found.anchor().toString(),
        found.finding().isEmpty(),
        found.finding().orElse(null),
        found.broken().orElse(null));
  }
}
