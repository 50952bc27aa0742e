package ebb.journal.maintenance;

import ebb.journal.database.Database;
import ebb.journal.database.EventChains;
import ebb.journal.database.EventChains.BrokenEntry;
import ebb.journal.database.JournalException;
import ebb.journal.database.PostgresDatabase;
import ebb.journal.replay.JournalReader;
import ebb.journal.replay.StablePrefix;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The result of verifying the hashes of all events; docs/security.md says what it proves.
 *
 * @param identity the identity of the journal
 * @param events number of verified events, of all actors
 * @param actors number of actors that have written them: nodes, and the manager of their lists
 * @param withoutHash how many of them have no hash, because an earlier build wrote them
 * @param anchor over all verified events, for a later verification
 * @param broken the first broken entry; empty if there is none
 * @param unexpected how the journal contradicts the expected anchor; empty if it does not
 */
public record JournalVerification(
    String identity,
    long events,
    int actors,
    long withoutHash,
    JournalAnchor anchor,
    Optional<BrokenEntry> broken,
    Optional<String> unexpected) {
  private static final Duration LONGEST_WRITE = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofMillis(20);

  /**
   * Verifies a journal, also while instances write to it. Changes nothing. Blocks.
   *
   * @param place as for {@link JournalReader#open(String)}
   * @param expected an anchor of an earlier verification
   * @throws JournalException if the journal cannot be read, or has no hashes
   */
  public static JournalVerification of(String place, Optional<JournalAnchor> expected) {
    Database database = JournalReader.databaseAt(place);
    try (JournalReader reader =
        database instanceof PostgresDatabase
            ? JournalReader.openLive(database)
            : JournalReader.open(database)) {
      return of(reader, expected, () -> true);
    }
  }

  /**
   * Like {@link #of(String, Optional)}. Keeps no transaction open, if the reader does not.
   *
   * @param wanted asked now and then; if it is false, the verification ends early
   */
  public static JournalVerification of(
      JournalReader reader, Optional<JournalAnchor> expected, BooleanSupplier wanted) {
    String identity = reader.identity();
    long upTo = end(reader);
    EventChains chains = new EventChains();
    Optional<String> unexpected = Optional.empty();
    if (expected.isPresent()) {
      verify(reader, chains, upTo, OptionalLong.of(expected.get().events()), wanted);
      unexpected = contradiction(expected.get(), chains);
    }
    verify(reader, chains, upTo, OptionalLong.empty(), wanted);
    return new JournalVerification(
        identity,
        chains.events(),
        chains.actors(),
        chains.withoutHash(),
        new JournalAnchor(chains.events(), chains.digest()),
        chains.broken(),
        unexpected);
  }

  /** The position up to which no further row can appear. */
  private static long end(JournalReader reader) {
    StablePrefix stable = new StablePrefix();
    long begun = System.nanoTime();
    long end = stable.read(reader);
    while (end == StablePrefix.UNKNOWN) {
      if (System.nanoTime() - begun > LONGEST_WRITE.toNanos()) {
        throw new JournalException(
            "Writes to the journal " + reader.place() + " do not end", "verify it again later");
      }
      LockSupport.parkNanos(PAUSE.toNanos());
      end = stable.read(reader);
    }
    return end;
  }

  private static void verify(
      JournalReader reader,
      EventChains chains,
      long upTo,
      OptionalLong anchor,
      BooleanSupplier wanted) {
    while (chains.broken().isEmpty() && reader.verify(chains, upTo, anchor)) {
      if (!wanted.getAsBoolean()) {
        throw new JournalException("Nobody waits for the verification any more");
      }
    }
  }

  private static Optional<String> contradiction(JournalAnchor expected, EventChains chains) {
    if (chains.broken().isPresent()) {
      return Optional.empty();
    }
    if (chains.events() < expected.events()) {
      return Optional.of(
          "it has %d events, and the expected anchor %d: its end is missing"
              .formatted(chains.events(), expected.events()));
    }
    return chains.digest().equals(expected.digest())
        ? Optional.empty()
        : Optional.of(
            "its first %d events are not those of the expected anchor"
                .formatted(expected.events()));
  }

  /** What is wrong with the journal, in one clause; empty if nothing was found. */
  public Optional<String> finding() {
    return broken.map(BrokenEntry::text).or(() -> unexpected);
  }
}
