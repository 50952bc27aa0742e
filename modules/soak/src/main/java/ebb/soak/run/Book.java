package ebb.soak.run;

import ebb.soak.check.Call;
import ebb.soak.check.FaultWindow;
import ebb.soak.check.Look;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** All that happens in a run, in memory and as lines of a file. Thread-safe. */
final class Book implements AutoCloseable {
  /** An end of a process belongs to faults that were over so long before. */
  private static final Duration FAULTS_COUNT_FOR = Duration.ofMinutes(2);

  private final List<Call> calls = new CopyOnWriteArrayList<>();
  private final List<Look> looks = new CopyOnWriteArrayList<>();
  private final List<FaultWindow> faults = new CopyOnWriteArrayList<>();
  private final List<Instant> begun = new CopyOnWriteArrayList<>();
  private final List<String> unexpectedEnds = new CopyOnWriteArrayList<>();
  private final PrintStream lines;

  Book(Path file) {
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

  void looked(Look look) {
    looks.add(look);
  }

  void faultBegins(String words) {
    begun.add(Instant.now());
    note("begins: " + words);
  }

  /**
   * @param kind names it in figures
   */
  void faultIsOver(Class<?> kind, Instant begun) {
    faultIsOver(kind.getSimpleName(), begun);
  }

  void faultIsOver(String kind, Instant begun) {
    FaultWindow window = new FaultWindow(kind, begun, Instant.now());
    faults.add(window);
    note("over: " + window);
  }

  /** A process has ended that nobody has ended. */
  void ended(String words) {
    note("ended: " + words);
    Instant since = Instant.now().minus(FAULTS_COUNT_FOR);
    boolean fault =
        begun.stream().anyMatch(since::isBefore)
            || faults.stream().map(FaultWindow::over).anyMatch(since::isBefore);
    if (!fault) {
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

  List<Look> looks() {
    return looks;
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
