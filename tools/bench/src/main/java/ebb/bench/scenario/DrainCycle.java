package ebb.bench.scenario;

import ebb.bench.rm.Await;
import ebb.bench.rm.SystemUnderTest;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** Puts all nodes into a drain that does not end by itself, and back into service. */
public final class DrainCycle {
  private static final int LONG_SECONDS = 36_000;
  private static final Duration LATE_BEATS = Duration.ofMillis(100);

  private final BenchContext context;

  public DrainCycle(BenchContext context) {
    this.context = context;
  }

  /**
   * @param time from the request until the cluster metrics count all nodes as DECOMMISSIONING
   * @param call until the request is answered
   * @param durable until Ebb reports no node that has still to apply the refresh, which means that
   *     each node's own event is in the journal; the same as time for stock, which writes nothing
   * @param noRoom until the scheduler has nothing left to allocate
   * @param cpu of the ResourceManager in that time, including the heartbeats meanwhile
   * @param heartbeatP99 from the request on, until every node has sent one more heartbeat
   */
  public record Figures(
      Duration time,
      Duration call,
      Duration durable,
      Duration noRoom,
      Duration cpu,
      Duration heartbeatP99) {}

  public Figures drain() throws IOException, YarnException, InterruptedException {
    int nodes = context.settings().nodes();
    context.excludeAll();
    context.fleet().takeFigures();
    Duration cpuBefore = context.rm().cpu();
    long start = System.nanoTime();
    // Polled from the beginning: Ebb answers the request when the nodes have applied it.
    var asked = new FutureTask<>(this::refresh);
    new Thread(asked, "bench-refresh").start();
    Await.untilAll("nodes drain", nodes, context::draining);
    Duration time = since(start);
    var noRoom = new FutureTask<>(() -> untilNoRoom(start));
    new Thread(noRoom, "bench-room").start();
    Duration call = finish(asked);
    if (context.rm().candidate() == SystemUnderTest.EBB) {
      context.rm().clients().awaitApplied();
    }
    Duration durable = context.rm().candidate() == SystemUnderTest.EBB ? since(start) : time;
    Duration cpu = context.rm().cpu().minus(cpuBefore);
    Thread.sleep(context.interval().plus(LATE_BEATS).toMillis());
    Duration p99 = context.fleet().takeFigures().p99();
    return new Figures(time, call, durable, finish(noRoom), cpu, p99);
  }

  /** Returns how long it took. */
  private Duration refresh() throws IOException, YarnException {
    long start = System.nanoTime();
    context.rm().clients().drain(LONG_SECONDS);
    return since(start);
  }

  private Duration untilNoRoom(long start) throws IOException, YarnException, InterruptedException {
    Await.until(
        "no room is left",
        Duration.ofMillis(100),
        () -> context.rm().clients().availableMegabytes() == 0);
    return since(start);
  }

  private static Duration finish(FutureTask<Duration> asked)
      throws IOException, InterruptedException {
    try {
      return asked.get();
    } catch (ExecutionException e) {
      throw new IOException("The drain failed", e.getCause());
    }
  }

  /** Returns when the request is answered. */
  void drainAndReturn() throws IOException, YarnException {
    context.excludeAll();
    context.rm().clients().drain(LONG_SECONDS);
  }

  /**
   * Returns when the scheduler has all its room again.
   *
   * @return how long it took until all nodes were RUNNING
   */
  public Duration recommission() throws IOException, YarnException, InterruptedException {
    int nodes = context.settings().nodes();
    context.excludeNone();
    long start = System.nanoTime();
    context.rm().clients().drain(LONG_SECONDS);
    Await.untilAll("nodes run again", nodes, context::running);
    Duration time = since(start);
    if (context.rm().candidate() == SystemUnderTest.EBB) {
      context.rm().clients().awaitApplied();
    }
    context.awaitRoom();
    return time;
  }

  private static Duration since(long start) {
    return Duration.ofNanos(System.nanoTime() - start);
  }
}
