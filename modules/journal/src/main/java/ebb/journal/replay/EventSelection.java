package ebb.journal.replay;

import ebb.domain.NodeId;
import ebb.journal.event.EventsJsonSerializer;
import ebb.journal.event.JournalPosition;
import ebb.journal.event.PersistenceIds;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Selects the rows to read.
 *
 * @param writer persistence id whose rows are read, with the database's index for it; empty for the
 *     rows of all writers
 * @param values the parameters of the condition
 */
record EventSelection(Optional<String> writer, String condition, List<String> values) {
  static final EventSelection ALL = new EventSelection(Optional.empty(), "");
  static final EventSelection OF_NODES =
      new EventSelection(Optional.empty(), "AND \"event_ser_manifest\" LIKE 'node.%'\n");

  /** Leaves out accepted refreshes, which name all nodes: they are the largest rows. */
  static final EventSelection OF_THE_REGISTER =
      new EventSelection(
          Optional.of(PersistenceIds.LISTS),
          """
          AND ("event_ser_manifest" LIKE 'lists.node-seen:%'
              OR "event_ser_manifest" LIKE 'lists.nodes-forgotten:%')
          """);

  static final EventSelection OF_LEADS =
      new EventSelection(
          Optional.of(PersistenceIds.LISTS),
          "AND \"event_ser_manifest\" LIKE 'lists.lead-taken:%'\n");

  private static final String ROWS =
      """
      SELECT "ordering", "persistence_id", "sequence_number", "event_ser_manifest",
          "event_payload", "checksum"
      FROM "event_journal"
      """;

  private static final String OF_EBB =
      "\"event_ser_id\" = %d AND \"deleted\" = FALSE\n".formatted(EventsJsonSerializer.IDENTIFIER);

  EventSelection(Optional<String> writer, String condition) {
    this(writer, condition, List.of());
  }

  static EventSelection upTo(long place) {
    return new EventSelection(Optional.empty(), "AND \"ordering\" <= " + place + "\n");
  }

  static EventSelection ofDrains(long upTo) {
    String condition =
        """
        AND ("event_ser_manifest" LIKE 'node.decommission%'
            OR "event_ser_manifest" LIKE 'node.timeout-changed:%'
            OR "event_ser_manifest" LIKE 'node.recommissioned:%'
            OR "event_ser_manifest" LIKE 'node.lost:%'
            OR "event_ser_manifest" LIKE 'node.rebooted:%'
            OR "event_ser_manifest" LIKE 'node.shut-down:%')
        """;
    return new EventSelection(Optional.empty(), upTo(upTo).condition + condition);
  }

  static EventSelection of(Collection<NodeId> nodes, long upTo) {
    String marks = nodes.stream().map(each -> "?").collect(Collectors.joining(", "));
    return new EventSelection(
        Optional.empty(),
        upTo(upTo).condition + "AND \"persistence_id\" IN (" + marks + ")\n",
        nodes.stream().map(PersistenceIds::ofNode).toList());
  }

  static EventSelection of(String persistenceId) {
    return new EventSelection(Optional.of(persistenceId), "");
  }

  long keyOf(JournalPosition position) {
    return writer.isPresent() ? position.sequenceNumber() : position.ordering();
  }

  /** In the order of the journal. Its parameters: the last key read, then writer or values. */
  String query(int limit) {
    String key = writer.isPresent() ? "\"sequence_number\"" : "\"ordering\"";
    return ROWS
        + "WHERE "
        + key
        + " > ? AND "
        + OF_EBB
        + (writer.isPresent() ? "AND \"persistence_id\" = ?\n" : "")
        + condition
        + "ORDER BY "
        + key
        + " LIMIT "
        + limit;
  }

  /**
   * The next events of some actors, in their order. Its parameters: for each of the actors, the
   * persistence id and the number of the event after which to read.
   *
   * @param limit how many events of each actor are read
   */
  static String next(int actors, int limit) {
    return "WITH \"wanted\"(\"actor\", \"after\") AS (VALUES "
        + "(?, ?), ".repeat(actors - 1)
        + "(?, ?))\n"
        + ROWS
        + "JOIN \"wanted\" ON \"persistence_id\" = \"actor\"\nWHERE \"sequence_number\" > \"after\""
        + " AND \"sequence_number\" <= \"after\" + "
        + limit
        + " AND "
        + OF_EBB
        + "ORDER BY \"persistence_id\", \"sequence_number\"";
  }
}
