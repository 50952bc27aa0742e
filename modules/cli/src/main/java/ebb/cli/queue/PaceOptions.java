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
          "Let a host begin only while fewer hosts are draining, for whatever reason: a number, or a"
              + " percentage of the hosts in service. The others wait in the queue; see 'ebb"
              + " queue'.")
  private @Nullable String maxParallel;

  @Option(
      names = "--keep-capacity",
      paramLabel = "SIZE[@LABEL]",
      description =
          "Let a host begin only if this much memory stays in service, as in 200G or, of the nodes"
              + " with a node label, 200G@gpu. Units are M, G and T.")
  private @Nullable String keepCapacity;

  @Option(
      names = "--by-rack",
      description =
          "Drain one rack after another: the next one begins when no host of the earlier one"
              + " drains. A host whose rack is not known is alone on its rack, and comes last.")
  private boolean byRack;

  @Option(
      names = "--window",
      paramLabel = "NAME",
      description = "Let hosts begin only while this window of ebb.conf is open.")
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
          "Let no host begin later; hosts that wait then stay in service. A time of day is the next"
              + " one after --not-before.")
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
