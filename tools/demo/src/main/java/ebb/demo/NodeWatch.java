package ebb.demo;

import ebb.demo.client.DrainView;
import ebb.demo.client.NodeView;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Reads all nodes twice a second, and prints a line for each change. */
final class NodeWatch implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofMillis(500);
  private static final Duration REMINDER = Duration.ofSeconds(15);

  private record Said(String words, Duration at) {}

  /** Source of the nodes. */
  @FunctionalInterface
  interface View {
    List<NodeView> nodes() throws IOException;
  }

  private final View view;
  private final ConsoleReporter reporter;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            var thread = new Thread(task, "node-watch");
            thread.setDaemon(true);
            return thread;
          });
  private final Map<String, NodeView> latest = new HashMap<>();
  private final Map<String, Said> said = new HashMap<>();
  private final Map<String, List<String>> statuses = new HashMap<>();
  private boolean answers;
  private boolean everAnswered;

  NodeWatch(View view, ConsoleReporter reporter) {
    this.view = view;
    this.reporter = reporter;
  }

  static NodeWatch start(View view, ConsoleReporter reporter) {
    var watch = new NodeWatch(view, reporter);
    var unused =
        watch.clock.scheduleWithFixedDelay(
            watch::poll, 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    return watch;
  }

  /** The node as last read; empty if it was never seen or the API does not answer now. */
  synchronized Optional<NodeView> node(String host) {
    return answers ? Optional.ofNullable(latest.get(host)) : Optional.empty();
  }

  /** The distinct sub-statuses seen while this node drained, in the order seen. */
  synchronized List<String> statuses(String host) {
    return List.copyOf(statuses.getOrDefault(host, List.of()));
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }

  private void poll() {
    try {
      see(view.nodes());
    } catch (IOException e) {
      silence();
    } catch (RuntimeException e) {
      reporter.say("The admin API gave an answer that makes no sense: " + e);
    }
  }

  private synchronized void silence() {
    if (answers) {
      reporter.say("   the admin API does not answer");
    }
    answers = false;
  }

  /** Records what was read. */
  synchronized void see(List<NodeView> nodes) {
    if (!answers && everAnswered) {
      reporter.say("   the admin API answers again");
    }
    answers = true;
    everAnswered = true;
    for (NodeView node : nodes) {
      latest.put(node.host(), node);
      say(node);
      node.status().ifPresent(status -> remember(node.host(), status));
    }
  }

  private void remember(String host, String status) {
    List<String> seen = statuses.computeIfAbsent(host, key -> new ArrayList<>());
    if (seen.isEmpty() || !seen.get(seen.size() - 1).equals(status)) {
      seen.add(status);
    }
  }

  /** Prints what has changed, and from time to time how long a draining node has left. */
  private void say(NodeView node) {
    String words = words(node);
    Duration now = reporter.elapsed();
    Said last = said.get(node.host());
    if (last == null
        || !last.words.equals(words)
        || (node.drain().isPresent() && last.at.plus(REMINDER).compareTo(now) < 0)) {
      reporter.say("   " + words + node.drain().map(drain -> ", " + timeLeft(drain)).orElse(""));
      said.put(node.host(), new Said(words, now));
    }
  }

  /** Leaves out the remaining time, which changes with every read. */
  private static String words(NodeView node) {
    String words = String.format(Locale.ROOT, "%-17s %s", node.nodeId(), node.state());
    if (node.drain().isEmpty()) {
      return words;
    }
    return String.format(
        Locale.ROOT,
        "%s  %-14s %s",
        words,
        node.status().orElse("-"),
        node.containers().isPresent()
            ? "containers "
                + node.containers().getAsInt()
                + ", applications "
                + node.applications().size()
            : "no heartbeat yet");
  }

  private static String timeLeft(DrainView drain) {
    return drain.secondsLeft().isPresent()
        ? drain.secondsLeft().getAsLong() + " s left"
        : "no time limit";
  }
}
