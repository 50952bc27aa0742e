package ebb.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;

/** Commands against a server that answers what a test says. */
abstract class AdminCommandFixture {
  final StringWriter out = new StringWriter();
  final StringWriter err = new StringWriter();
  @AutoClose FakeRm rm;
  int status = 200;
  String body = "{}";

  /** One after another, before {@code body}. */
  final List<String> bodies = new ArrayList<>();

  @BeforeEach
  void start() {
    rm =
        FakeRm.start()
            .otherwise(any -> new FakeRm.Reply(status, bodies.isEmpty() ? body : bodies.remove(0)));
  }

  int run(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    if (List.of("nodes", "node", "history").contains(arguments[0])) {
      all.addAll(List.of("--rm", rm.url()));
    }
    return Ebb.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(all.toArray(String[]::new));
  }

  List<String> asked() {
    return rm.asked().stream().map(FakeRm.Asked::path).toList();
  }
}
