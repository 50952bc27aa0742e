package ebb.domain.queue;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Memory that has to stay in service.
 *
 * @param memoryMb at least 1
 * @param label only nodes with this node label count, with {@link #UNLABELLED} those without one;
 *     empty if all nodes count
 */
public record KeptCapacity(long memoryMb, Optional<String> label) {
  /** YARN's name for the partition of the nodes without a label. */
  public static final String UNLABELLED = "DEFAULT_PARTITION";

  /** A label has YARN's form, and at most 255 characters. */
  private static final Pattern TEXT =
      Pattern.compile("([1-9][0-9]{0,8})([MGT])(?:@([0-9A-Za-z][0-9A-Za-z_-]{0,254}))?");

  private static final long GIB = 1024;
  private static final long TIB = GIB * GIB;

  /**
   * @throws IllegalArgumentException if nothing would have to stay
   */
  public KeptCapacity {
    if (memoryMb < 1) {
      throw new IllegalArgumentException("Expected a capacity of at least 1M");
    }
  }

  /** Reads {@code 200G} or {@code 200G@gpu}; empty if the text is neither. */
  public static Optional<KeptCapacity> parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    long unit =
        switch (matcher.group(2)) {
          case "T" -> TIB;
          case "G" -> GIB;
          default -> 1;
        };
    return Optional.of(
        new KeptCapacity(
            Long.parseLong(matcher.group(1)) * unit, Optional.ofNullable(matcher.group(3))));
  }

  /** Why so much cannot stay in service; empty if so much is. */
  public Optional<String> missing(FleetConditions fleet) {
    long inService = fleet.memoryMb(this);
    if (inService >= memoryMb) {
      return Optional.empty();
    }
    String whose = label.map(" of nodes with the label %s"::formatted).orElse("");
    return Optional.of("Memory in service%s: %s".formatted(whose, text(inService)));
  }

  /** How many of these hosts can drain at the same time, from the first one on. */
  int fitting(List<QueuedHost> hosts, FleetConditions fleet) {
    long left = fleet.memoryMb(this);
    int fitting = 0;
    for (QueuedHost each : hosts) {
      left -= fleet.memoryMb(each.host(), this);
      if (left < memoryMb) {
        break;
      }
      fitting++;
    }
    return fitting;
  }

  /** For people: why this host may not drain. */
  String obstacle(String host, FleetConditions fleet) {
    return "%s has %s of the %s in service, and %s must stay"
        .formatted(host, text(fleet.memoryMb(host, this)), text(fleet.memoryMb(this)), this);
  }

  private static String text(long megabytes) {
    if (megabytes > 0 && megabytes % TIB == 0) {
      return megabytes / TIB + "T";
    }
    return megabytes % GIB == 0 ? megabytes / GIB + "G" : megabytes + "M";
  }

  @Override
  public String toString() {
    return text(memoryMb) + label.map("@"::concat).orElse("");
  }
}
