package ebb.domain.scalein;

import ebb.domain.text.NaturalOrder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Chooses the hosts whose drain costs least. */
public final class ScaleInRules {
  /**
   * Idle hosts first, then those without an application master, then those with the fewest masters
   * and containers. A forecast cannot tell hosts apart before their drains have begun, so the
   * number of containers stands for the length of a drain.
   */
  private static final Comparator<ScaleInHost> BY_COST =
      Comparator.comparing((ScaleInHost host) -> host.work().isEmpty())
          .thenComparing(host -> host.work().map(ScaleInHost.Work::applicationMasters).orElse(0))
          .thenComparing(host -> host.work().map(ScaleInHost.Work::containers).orElse(0))
          .thenComparing(ScaleInHost::host, NaturalOrder.INSTANCE);

  private ScaleInRules() {}

  public sealed interface Choice {}

  /**
   * @param hosts in the order in which they were chosen; never empty
   */
  public record Chosen(List<ScaleInHost> hosts) implements Choice {
    public Chosen {
      hosts = List.copyOf(hosts);
    }
  }

  /** No host may leave, or none is small enough. */
  public record Nothing(String reason) implements Choice {}

  /** All hosts that may leave are less than the amount. */
  public record TooMuch(String reason) implements Choice {}

  /**
   * Chooses hosts that together are the amount, or less: a host that would exceed it stays.
   *
   * @param hosts those that may leave
   */
  public static Choice choose(Collection<ScaleInHost> hosts, ScaleInAmount amount) {
    ScaleInAmount.Unit unit = amount.unit();
    long all = hosts.stream().mapToLong(unit::of).sum();
    if (hosts.isEmpty()) {
      return new Nothing("No selected host is in service and may leave");
    } else if (all < amount.value()) {
      return new TooMuch(
          "Expected %s to leave, but the selected hosts have %s".formatted(amount, unit.text(all)));
    }
    List<ScaleInHost> chosen = new ArrayList<>();
    long left = amount.value();
    for (ScaleInHost host : hosts.stream().sorted(BY_COST).toList()) {
      long own = unit.of(host);
      if (own > 0 && own <= left) {
        chosen.add(host);
        left -= own;
      }
    }
    return chosen.isEmpty()
        ? new Nothing("Each selected host has more than " + amount)
        : new Chosen(chosen);
  }
}
