package ebb.cli.journal;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.client.CommandException;
import ebb.cli.client.Json;
import ebb.cli.options.JournalLocator;
import ebb.journal.json.VerificationJson;
import ebb.journal.maintenance.JournalAnchor;
import ebb.journal.maintenance.JournalVerification;
import java.util.Optional;

/** The verification of a journal as the admin API returns it, read directly from the journal. */
public final class OfflineVerification {
  private OfflineVerification() {}

  /**
   * @param journal the journal's folder, or the URL of its PostgreSQL database
   * @throws CommandException if the journal cannot be read
   */
  public static JsonNode of(String journal, Optional<JournalAnchor> expected) {
    return Json.tree(
        VerificationJson.of(
            JournalCommand.attempt(
                () -> JournalVerification.of(JournalLocator.of(journal), expected))));
  }
}
