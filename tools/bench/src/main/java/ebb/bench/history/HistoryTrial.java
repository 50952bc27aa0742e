package ebb.bench.history;

import ebb.bench.rm.RmClients;
import ebb.journal.database.Database;
import ebb.journal.event.JournaledEvent;
import ebb.journal.replay.JournalReader;
import ebb.journal.replay.JournalReplay;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** Asks a ResourceManager that has just started on a long journal, as its users do. */
final class HistoryTrial {
  private static final long SEED = 36;

  private final RmClients clients;
  private final SyntheticJournal journal;
  private final int nodes;
  private final int steps;
  private final int requests;
  private final PrintStream out;
  private final Random random = new Random(SEED);
  private final Map<HistoryMeasure, List<Double>> figures = new EnumMap<>(HistoryMeasure.class);

  /**
   * @param steps events of each node
   * @param requests how often each question is asked after the first time
   */
  HistoryTrial(
      RmClients clients,
      SyntheticJournal journal,
      int nodes,
      int steps,
      int requests,
      PrintStream out) {
    this.clients = clients;
    this.journal = journal;
    this.nodes = nodes;
    this.steps = steps;
    this.requests = requests;
    this.out = out;
  }

  /** The figures of each measure, in the order in which they were taken. */
  Map<HistoryMeasure, List<Double>> run() throws IOException {
    time(HistoryMeasure.NODE_FIRST, historyOfANode());
    for (int i = 0; i < requests; i++) {
      time(HistoryMeasure.NODE, historyOfANode());
    }
    pages();
    Instant at = journal.timeOf(1 + random.nextInt(steps - 1));
    time(HistoryMeasure.FLEET_FIRST, "/nodes?at=" + at);
    for (int i = 1; i <= requests; i++) {
      time(HistoryMeasure.FLEET, "/nodes?at=" + at.plus(Duration.ofMinutes(i)));
    }
    time(HistoryMeasure.VERIFY, "/verify");
    // Last, because the leader does not know a node before it has answered once after the start.
    for (int i = 0; i < requests; i++) {
      time(HistoryMeasure.WHY, "/nodes/" + anyNode() + "/why");
    }
    return figures;
  }

  private String anyNode() {
    return SyntheticJournal.node(random.nextInt(nodes)).toString();
  }

  private String historyOfANode() {
    return "/nodes/" + anyNode() + "/history";
  }

  /** As a client that reads on. */
  private void pages() throws IOException {
    String cursor = "";
    for (int i = 0; i <= requests && (i == 0 || !cursor.isEmpty()); i++) {
      byte[] page =
          time(
              i == 0 ? HistoryMeasure.PAGE_FIRST : HistoryMeasure.PAGE,
              "/history" + (cursor.isEmpty() ? "" : "?cursor=" + cursor));
      cursor = clients.parsed(page).path("next").asText("");
    }
  }

  /** From the request to the last byte of the answer. */
  private byte[] time(HistoryMeasure measure, String path) throws IOException {
    long begun = System.nanoTime();
    byte[] answer = clients.ebbBytes(path);
    double millis = (System.nanoTime() - begun) / 1e6;
    out.printf("%s: %.0f ms, %,d bytes%n", measure.text(), millis, answer.length);
    figures.computeIfAbsent(measure, absent -> new ArrayList<>()).add(millis);
    return answer;
  }

  /** In this process, by the code that the commands use with {@code --journal}. */
  static double replayMicros(Database database) {
    try (JournalReader reader = JournalReader.open(database);
        Stream<JournaledEvent> events = reader.events()) {
      var threads = ManagementFactory.getThreadMXBean();
      long begun = threads.getCurrentThreadCpuTime();
      long count = JournalReplay.steps(events).count();
      return (threads.getCurrentThreadCpuTime() - begun) / 1e3 / count;
    }
  }
}
