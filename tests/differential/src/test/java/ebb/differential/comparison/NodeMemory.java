package ebb.differential.comparison;

import ebb.differential.script.Step;
import java.util.OptionalLong;
import java.util.SortedSet;

/** What a comparison remembers about one node. */
public final class NodeMemory {

  /** How a node is compared while the sides differ. */
  public enum Mode {
    /** Normally. */
    EXACT,
    /** Not at all, until both sides have forgotten what made the difference. */
    UNTIL_FORGOTTEN,
    /** Not at all, until both sides show the same. */
    UNTIL_ALIKE,
    /** Stock's NodeManager has been told to shut down; Ebb's will be with its next heartbeat. */
    SHUTDOWN_IS_DUE
  }

  public Mode mode = Mode.EXACT;

  /** When Ebb's drain began, in milliseconds. */
  public long drainStart;

  public final TimeApart apart = new TimeApart();

  public boolean refreshedSinceShutdown;
  public boolean resizedInDrain;

  /** Whether the drain got another timeout since the last heartbeat. */
  public boolean retimed;

  public boolean sickInDrain;

  /** When Ebb last learned that the node is unhealthy, in milliseconds; empty if it never was. */
  public OptionalLong lastSick = OptionalLong.empty();

  /** Records what rules need later. */
  public void follow(ComparedNode node) {
    if (mode != Mode.EXACT) {
      apart.note(node);
    }
    refreshedSinceShutdown =
        mode == Mode.SHUTDOWN_IS_DUE
            && (refreshedSinceShutdown || node.step() instanceof Step.Refresh);
    ComparedNode.View before = node.before().ebb();
    ComparedNode.View after = node.after().ebb();
    if (after.is("DECOMMISSIONING") && !before.is("DECOMMISSIONING")) {
      drainStart = node.facts().now();
      resizedInDrain = false;
      retimed = false;
      sickInDrain = before.is("UNHEALTHY");
    }
    if (after.is("DECOMMISSIONING")) {
      resizedInDrain |=
          node.step() instanceof Step.Resize
              || (before.is("DECOMMISSIONING") && !before.get("size").equals(after.get("size")));
      retimed |=
          before.is("DECOMMISSIONING") && !before.get("timeout").equals(after.get("timeout"));
      sickInDrain |= after.get("health").startsWith("sick");
    }
    if (after.wasTold("beat NORMAL")) {
      retimed = false;
    }
    if (after.get("health").startsWith("sick")) {
      lastSick = OptionalLong.of(node.facts().now());
    }
  }

  /**
   * A rule's verdict on a difference.
   *
   * @param fields that it accounts for
   */
  public record Explanation(SortedSet<String> fields, Mode mode) {}
}
