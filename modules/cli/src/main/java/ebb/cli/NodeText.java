package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.stream.StreamSupport;

/** Parts of a node, as the admin API shows it, in words for people. */
final class NodeText {
  private static final String NOTHING = "-";

  private NodeText() {}

  static String text(JsonNode value) {
    return value.isMissingNode() || value.isNull() ? NOTHING : value.asText();
  }

  /** What a draining node waits for; a dash for any other. */
  static String waitsFor(JsonNode node) {
    if (!node.hasNonNull("status")) {
      return NOTHING;
    } else if (!node.hasNonNull("containers")) {
      return "its NodeManager's report";
    }
    int containers = node.path("containers").asInt();
    int applications = node.path("applications").size();
    return count(containers, "container") + ", " + count(applications, "application");
  }

  static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  static List<String> applications(JsonNode node) {
    return StreamSupport.stream(node.path("applications").spliterator(), false)
        .map(JsonNode::asText)
        .toList();
  }

  /** Time until the deadline; a dash for a node that is not draining. */
  static String timeLeft(JsonNode node) {
    JsonNode drain = node.path("drain");
    if (!drain.isObject()) {
      return NOTHING;
    }
    return drain.hasNonNull("secondsLeft")
        ? duration(Duration.ofSeconds(drain.path("secondsLeft").asLong()))
        : "no limit";
  }

  /** As in 2h05m or 59s: the two largest units that are not zero in front. */
  static String duration(Duration time) {
    if (time.toDays() > 0) {
      return "%dd%02dh".formatted(time.toDays(), time.toHoursPart());
    } else if (time.toHours() > 0) {
      return "%dh%02dm".formatted(time.toHours(), time.toMinutesPart());
    } else if (time.toMinutes() > 0) {
      return "%dm%02ds".formatted(time.toMinutes(), time.toSecondsPart());
    }
    return time.toSeconds() + "s";
  }

  static String capacity(JsonNode node) {
    JsonNode capacity = node.path("capacity");
    return capacity.isObject()
        ? "%d MB, %s"
            .formatted(
                capacity.path("memoryMb").asLong(), count(capacity.path("vcores").asInt(), "vcore"))
        : NOTHING;
  }
}
