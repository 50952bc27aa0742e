package ebb.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.options.RmOptions;
import ebb.cli.text.NodeText;
import java.util.ArrayList;
import java.util.List;

/** Prints what a plan costs, and how to carry out exactly that plan, for people. */
final class PlanOutput {
  /** Maximum number of names in a note. */
  private static final int MOST = 10;

  private PlanOutput() {}

  /**
   * @param plan the plan in the answer to a dry run
   */
  static void print(JsonNode plan, RmOptions output) {
    if (!plan.isObject()) {
      return;
    }
    if (plan.path("memoryMb").asLong() > 0 || plan.path("containers").asInt() > 0) {
      output.println(atStake(plan));
    }
    note("would leave at once instead of draining", plan.path("atOnce"), output);
    note("would end a running drain earlier", plan.path("shortened"), output);
    note("listed without a known node", plan.path("hostsWithoutNode"), output);
    output.println(
        "To do exactly this, replace --dry-run with --apply " + plan.path("token").asText());
  }

  private static String atStake(JsonNode plan) {
    return "%s of %s MB (%s %%) and %s of %s vcores (%s %%) leave; %s, %s among them, run there."
        .formatted(
            plan.path("memoryMb").asText(),
            plan.path("inService").path("memoryMb").asText(),
            plan.path("memoryPercent").asText(),
            plan.path("vcores").asText(),
            plan.path("inService").path("vcores").asText(),
            plan.path("vcoresPercent").asText(),
            NodeText.count(plan.path("containers").asInt(), "container"),
            NodeText.count(plan.path("applicationMasters").asInt(), "application master"));
  }

  private static void note(String what, JsonNode names, RmOptions output) {
    List<String> first = new ArrayList<>();
    for (JsonNode name : names) {
      if (first.size() < MOST) {
        first.add(NodeText.text(name));
      }
    }
    if (!first.isEmpty()) {
      int more = names.size() - first.size();
      output.note(
          "note: "
              + what
              + ": "
              + String.join(", ", first)
              + (more > 0 ? " and " + more + " more" : ""));
    }
  }
}
