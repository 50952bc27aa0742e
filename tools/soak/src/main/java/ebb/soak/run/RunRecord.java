package ebb.soak.run;

import ebb.soak.check.Call;
import ebb.soak.check.FaultWindow;
import ebb.soak.check.NodeListAnswer;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Everything that happens in a run, in memory and as lines of a file. Thread-safe. */
final class RunRecord implements AutoCloseable {
  private final List<Call> calls = new CopyOnWriteArrayList<>();
  private final List<NodeListAnswer> answers = new CopyOnWriteArrayList<>();
  private final List<FaultWindow> faults = new CopyOnWriteArrayList<>();
  private final Excuses excuses = new Excuses(Instant::now);
  private final List<String> unexpectedEnds = new CopyOnWriteArrayList<>();
  private final PrintStream lines;

  RunRecord(Path file) {
    try {
      lines = new PrintStream(Files.newOutputStream(file), true, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + file, e);
    }
  }

  void note(String words) {
    lines.println(Instant.now() + " " + words);
  }

  void called(Call call) {
    calls.add(call);
    note(call.toString());
  }

  void answered(NodeListAnswer answer) {
    answers.add(answer);
  }

  /**
   * @param instance that has the fault; empty for a fault of the database, a network or a disk
   * @param words for people
   */
  ActiveFault faultBegins(Class<?> kind, Optional<String> instance, String words) {
    ActiveFault active = new ActiveFault(kind.getSimpleName(), instance, Instant.now());
    excuses.begins(active);
    note("begins: " + words);
    return active;
  }

  /** See {@link Excuses#haveToEnd}. */
  boolean faultsHaveToEnd() {
    return excuses.haveToEnd();
  }

  void isOver(ActiveFault active) {
    excuses.isOver(active);
    isOver(active.kind(), active.begun());
  }

  /** An instance that ended unexpectedly was started again, and serves. */
  void isStartedAgain(Instant ended) {
    isOver("Restart", ended);
  }

  private void isOver(String kind, Instant begun) {
    FaultWindow window = new FaultWindow(kind, begun, Instant.now());
    faults.add(window);
    note("over: " + window);
  }

  /** A process has ended. It is recorded as unexpected unless a fault excuses it. */
  void ended(String instance, String how) {
    String words = instance + " " + how;
    note("ended: " + words);
    if (!excuses.hold(instance)) {
      unexpectedEnds.add(words);
    }
  }

  void isWrong(String words) {
    note("wrong: " + words);
    unexpectedEnds.add(words);
  }

  List<Call> calls() {
    return calls;
  }

  List<NodeListAnswer> answers() {
    return answers;
  }

  List<FaultWindow> faults() {
    return faults;
  }

  List<String> unexpectedEnds() {
    return unexpectedEnds;
  }

  @Override
  public void close() {
    lines.close();
  }
}
