package ebb.cli.journal;

import ebb.cli.options.JournalOption;
import ebb.cli.options.JsonOption;
import ebb.journal.maintenance.JournalCheck;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ebb journal check}. */
@Command(
    name = "check",
    description = {
      "Read a whole journal and look for damage, even while an instance runs.",
      "",
      "The command reads and replays every event in place, and changes nothing. Given a folder,"
          + " it also checks that the journal has everything that its instance acknowledged. The"
          + " exit code is 1 if anything is wrong."
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class JournalCheckCommand implements Runnable {
  @Mixin private JournalOption journal = new JournalOption();
  @Mixin private JsonOption json = new JsonOption();

  @Override
  public void run() {
    JournalCheck found = JournalCommand.attempt(() -> JournalCheck.of(journal.place()));
    json.say("No damage found in " + text(found), fields(found));
  }

  /** The result in one line. */
  static String text(JournalCheck journal) {
    return "%s: %d events of %d nodes%s"
        .formatted(
            journal.place(),
            journal.events(),
            journal.nodes(),
            journal.newest().map(at -> ", the newest at " + at).orElse(""));
  }

  static Map<String, Object> fields(JournalCheck journal) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("journal", journal.place());
    fields.put("identity", journal.identity());
    fields.put("events", journal.events());
    fields.put("nodes", journal.nodes());
    journal.newest().map(Instant::toString).ifPresent(at -> fields.put("newest", at));
    return fields;
  }
}
