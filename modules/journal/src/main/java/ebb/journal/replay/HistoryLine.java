package ebb.journal.replay;

import ebb.domain.provenance.Provenance;
import ebb.domain.text.VisibleText;
import ebb.journal.event.JournaledEvent;

/**
 * One event as one line for people: time, node and state, what happened, and by whom, why and
 * where. The line is converted with {@link VisibleText}, because it contains texts from outside.
 * Not meant for programs; the form may change.
 */
public final class HistoryLine {
  private HistoryLine() {}

  public static String of(NodeStep step) {
    return line(
        step.event().by(),
        step.after().nodeId() + "  " + step.after().state(),
        NodeEventText.of(step));
  }

  public static String of(JournaledEvent.OfLists event) {
    return line(event.by(), "lists", ListsEventText.of(event.event()));
  }

  private static String line(Provenance by, String subject, String what) {
    return VisibleText.of(by.at() + "  " + subject + "  " + what + "; " + provenance(by));
  }

  private static String provenance(Provenance by) {
    return "by "
        + by.actor()
        + " via "
        + by.origin()
        + by.peer().map(peer -> " " + peer.text(by.actor())).orElse("")
        + by.reason().map(reason -> ", reason \"" + reason + "\"").orElse("")
        + by.operationId().map(id -> ", operation " + id).orElse("")
        + ", list version "
        + by.listVersion()
        + ", on "
        + by.instance();
  }
}
