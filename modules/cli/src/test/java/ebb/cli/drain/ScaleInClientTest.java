package ebb.cli.drain;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.cli.FakeRm;
import ebb.cli.FakeRm.Asked;
import ebb.cli.FakeRm.Reply;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client for an autoscaler that operating.md shows, with a real curl. */
class ScaleInClientTest {
  private static final Pattern SCRIPT =
      Pattern.compile("```sh\n(#!/bin/sh\n# scale-in\\.sh.*?)```", Pattern.DOTALL);

  private final FakeRm rm = FakeRm.start();
  @TempDir private Path folder;
  private String err = "";

  @AfterEach
  void stop() {
    rm.close();
  }

  private String run(int exit, String... arguments) throws Exception {
    Matcher page = SCRIPT.matcher(Files.readString(Path.of("../../docs/operating.md")));
    assertThat(page.find()).isTrue();
    Path script = Files.writeString(folder.resolve("scale-in.sh"), page.group(1));
    Path errors = folder.resolve("err");
    ProcessBuilder shell = new ProcessBuilder("sh", script.toString());
    shell.command().addAll(List.of(arguments));
    shell.environment().putAll(Map.of("EBB_RM", rm.url(), "INTERVAL", "0"));
    Process process = shell.redirectError(errors.toFile()).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    err = Files.readString(errors);
    assertThat(process.waitFor()).as(err).isEqualTo(exit);
    return out;
  }

  private static String host(String name, String state) {
    return "{\"host\":\"%s\",\"state\":\"%s\",\"why\":\"w\",\"nodes\":[{\"state\":\"out\"}]}"
        .formatted(name, state);
  }

  @Test
  void shouldPrintEachHostOnceItCanBePoweredOff() throws Exception {
    rm.on(
        "POST /api/v1/scale-in",
        "{\"operationId\":\"op-1\",\"hosts\":[{\"host\":\"h1.a\",\"why\":\"idle\"},"
            + "{\"host\":\"h2.a\",\"why\":\"idle\"}],\"decisions\":[{\"nodeId\":\"h1.a:1\"}]}");
    AtomicInteger asked = new AtomicInteger();
    rm.on(
        "GET /api/v1/hosts/h1.a",
        any -> Reply.ok(host("h1.a", asked.incrementAndGet() < 3 ? "leaving" : "out")));
    rm.on("GET /api/v1/hosts/h2.a", host("h2.a", "out"));

    assertThat(run(0, "night-31", "2")).isEqualTo("h1.a\nh2.a\n");

    assertThat(asked).hasValue(3);
    Asked request = rm.asked("POST").get(0);
    assertThat(request.json().path("nodes").asInt()).isEqualTo(2);
    assertThat(request.header("Idempotency-key")).isEqualTo("night-31");
  }

  @Test
  void shouldSayWhyNoHostLeaves() throws Exception {
    rm.on(
        "POST /api/v1/scale-in",
        any -> Reply.problem(409, "not-enough-selected", "Expected 9 nodes to leave"));

    assertThat(run(1, "night-31", "9")).isEmpty();

    assertThat(err).contains("Expected 9 nodes to leave");
  }
}
