package ebb.cli.text;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.domain.DrainAccount;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;

/** How the last drain of a node ended, as the admin API shows it, in words for people. */
public record LastDrainText(JsonNode last) {

  /** Empty while no drain of the node has ended. */
  public static Optional<LastDrainText> of(JsonNode node) {
    return Optional.of(node.path("lastDrain")).filter(JsonNode::isObject).map(LastDrainText::new);
  }

  /** One line for a list, as in forced 2026-11-22T08:00:00Z by anna: new kernel. */
  public static String inShort(JsonNode node) {
    return of(node)
        .map(
            text ->
                "%s %s by %s%s"
                    .formatted(
                        text.outcome(),
                        Labels.instant(text.last.path("at")),
                        NodeText.text(text.last.path("by")),
                        because(text.last)))
        .orElse("-");
  }

  /** How and when it ended, and after how long. */
  public String ending() {
    String ended = outcome() + ", " + Labels.instant(last.path("at"));
    return last.hasNonNull("seconds")
        ? ended + ", after " + TimeText.of(Duration.ofSeconds(last.path("seconds").asLong()))
        : ended;
  }

  /** How long it took. */
  public String took() {
    return last.hasNonNull("seconds")
        ? TimeText.of(Duration.ofSeconds(last.path("seconds").asLong()))
        : "-";
  }

  public String outcome() {
    return Labels.outcome(last.path("outcome").asText());
  }

  /** What still ran when the drain ended. */
  public String remaining() {
    return last.hasNonNull("containers")
        ? NodeText.count(last.path("containers").asInt(), "container")
            + ", "
            + NodeText.count(last.path("applications").asInt(), "application")
        : "not known";
  }

  /** What the drain spent its time on; empty for an end without a drain. */
  public Optional<String> waited() {
    JsonNode account = last.path("account");
    return account.isObject()
        ? Optional.of(
            new DrainAccount(
                    account.path("waitContainerMillis").asLong(),
                    account.path("waitAppMillis").asLong(),
                    account.path("noReportMillis").asLong(),
                    account.path("unobservedMillis").asLong(),
                    account.path("heldMillis").asLong(),
                    Collections.emptySortedMap())
                .toString())
        : Optional.empty();
  }

  /** Who requested the drain; empty for an end without a drain. */
  public Optional<String> askedBy() {
    return Optional.of(last.path("askedBy")).filter(JsonNode::isObject).map(LastDrainText::actor);
  }

  public String endedBy() {
    return actor(last.path("endedBy"));
  }

  private static String actor(JsonNode by) {
    String operation =
        by.hasNonNull("operationId") ? ", operation " + by.path("operationId").asText() : "";
    return "%s via %s%s%s"
        .formatted(
            NodeText.text(by.path("actor")),
            NodeText.text(by.path("origin")),
            operation,
            because(by));
  }

  private static String because(JsonNode by) {
    return by.hasNonNull("reason") ? ": " + by.path("reason").asText() : "";
  }
}
