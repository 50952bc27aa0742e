package ebb.cli.queue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import ebb.cli.text.ClockText;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options to let hosts drain one after another. */
public final class PaceOptions {
  private static final String ALL = "100%";

  @Option(
      names = "--max-parallel",
      paramLabel = "N",
      description =
          "Start draining a host only while fewer hosts are draining, including hosts outside the"
              + " queue: a number, or a percentage of the hosts in service. The others wait in the"
              + " queue; see 'ebb queue'.")
  private @Nullable String maxParallel;

  @Option(
      names = "--keep-capacity",
      paramLabel = "SIZE[@LABEL]",
      description =
          "Start draining a host only if this much memory stays in service, as in 200G, or"
              + " 200G@gpu for the nodes with the node label gpu. Units are M, G and T.")
  private @Nullable String keepCapacity;

  @Option(
      names = "--by-rack",
      description =
          "Drain one rack after another: the next rack starts when no host of the earlier one is"
              + " draining. A host whose rack is unknown counts as a rack of its own, and comes"
              + " last.")
  private boolean byRack;

  @Option(
      names = "--window",
      paramLabel = "NAME",
      description = "Start drains only while this window of ebb.conf is open.")
  private @Nullable String window;

  @Option(
      names = "--not-before",
      paramLabel = "TIME",
      description = "Start no drain before this time, as in 22:00 or 2026-01-31T22:00.")
  private @Nullable String notBefore;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      description =
          "Start no drain after this time; hosts that are still waiting then stay in service. A"
              + " time of day is the next one after --not-before.")
  private @Nullable String until;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  /** Whether hosts are to wait at all. */
  public boolean areGiven() {
    return maxParallel != null
        || keepCapacity != null
        || byRack
        || window != null
        || notBefore != null
        || until != null;
  }

  /**
   * Adds the fields for these options to a request.
   *
   * @throws ParameterException if a time is none
   */
  public void addTo(ObjectNode body) {
    body.put("maxParallel", maxParallel == null ? ALL : maxParallel);
    if (keepCapacity != null) {
      body.put("keepCapacity", keepCapacity);
    }
    if (byRack) {
      body.put("byRack", true);
    }
    if (window != null) {
      body.put("window", window);
    }
    ZonedDateTime now = ZonedDateTime.now(ZoneId.systemDefault());
    if (notBefore != null) {
      Instant from = instant("--not-before", notBefore, now);
      body.put("notBefore", from.toString());
      now = from.atZone(now.getZone());
    }
    if (until != null) {
      body.put("until", instant("--until", until, now).toString());
    }
  }

  private Instant instant(String option, String time, ZonedDateTime now) {
    try {
      return ClockText.instant(time, now);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), option + ": " + e.getMessage());
    }
  }
}
