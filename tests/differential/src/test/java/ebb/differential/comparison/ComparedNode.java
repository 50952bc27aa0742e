package ebb.differential.comparison;

import ebb.differential.script.Step;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * One node in one step, as both sides saw it.
 *
 * @param node its id
 * @param memory what the comparison remembers of the node
 * @param facts what the script implies for the cluster
 * @param different the fields that differ
 */
public record ComparedNode(
    String node,
    Step step,
    Pair before,
    Pair after,
    SortedSet<String> different,
    NodeMemory memory,
    ClusterFacts facts) {

  /** Both views of the node at one time. */
  public record Pair(View stock, View ebb) {
    public boolean different(String field) {
      return !stock.get(field).equals(ebb.get(field));
    }
  }

  /** The fields of one side. */
  public record View(SortedMap<String, String> fields) {

    public String get(String field) {
      return fields.getOrDefault(field, "");
    }

    public String state() {
      return get("state");
    }

    public boolean is(String... states) {
      return Arrays.asList(states).contains(state());
    }

    public boolean isInactive() {
      return is("DECOMMISSIONED", "LOST", "REBOOTED", "SHUTDOWN");
    }

    public boolean isActive() {
      return is("RUNNING", "UNHEALTHY", "DECOMMISSIONING");
    }

    public boolean hasLiveManager() {
      return get("nm").startsWith("alive");
    }

    /** Whether the NodeManager runs no container. */
    public boolean isIdle() {
      return get("nm").contains(" [] ");
    }

    public List<String> answers() {
      return split("answers");
    }

    public List<String> events() {
      return split("events");
    }

    List<String> split(String field) {
      return get(field).isEmpty() ? List.of() : List.of(get(field).split("; ", -1));
    }

    public boolean wasTold(String beginning) {
      return answers().stream().anyMatch(each -> each.startsWith(beginning));
    }

    /** The node's size in the scheduler; empty if the scheduler does not have the node. */
    public String sizeInScheduler() {
      return get("scheduler").equals("none") ? "" : get("scheduler").split(" ", -1)[0];
    }

    public String heldByScheduler() {
      return get("scheduler").equals("none") ? "[]" : get("scheduler").split(" ", -1)[1];
    }
  }

  public boolean isDrainingOnBothSides() {
    return after.stock().is("DECOMMISSIONING") && after.ebb().is("DECOMMISSIONING");
  }
}
