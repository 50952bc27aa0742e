package ebb.app;

import ebb.postgres.PostgresServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A {@link ClusterMember} in a process of its own, and what it has said. */
public final class MemberProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Process process;
  private final List<String> said = new CopyOnWriteArrayList<>();

  private MemberProcess(Process process) {
    this.process = process;
    Thread reader =
        new Thread(() -> process.inputReader().lines().forEach(said::add), "output of a member");
    reader.setDaemon(true);
    reader.start();
  }

  /**
   * @param log gets what it logs
   * @param passwordFile of the server's user
   */
  static MemberProcess start(
      Path log, String name, int port, String seeds, String url, Path passwordFile)
      throws IOException {
    return start(log, name, port, seeds, url, passwordFile, "");
  }

  /** As the other one, and finds the others as these settings say. */
  public static MemberProcess startLooking(
      Path log, String name, int port, String settings, String url, Path passwordFile)
      throws IOException {
    return start(log, name, port, "", url, passwordFile, settings);
  }

  private static MemberProcess start(
      Path log, String name, int port, String seeds, String url, Path passwordFile, String settings)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add("-Djava.util.concurrent.ForkJoinPool.common.parallelism=2");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(ClusterMember.class.getName());
    command.addAll(List.of(name, Integer.toString(port), seeds, url));
    command.addAll(List.of(PostgresServer.USER, passwordFile.toString(), settings));
    return new MemberProcess(
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start());
  }

  /** Waits until it has said this so many times. */
  public MemberProcess awaitSaid(String line, int times) {
    Awaitility.await(line + " of " + process.pid() + ", which said " + said)
        .atMost(PATIENCE)
        .until(() -> said.stream().filter(line::equals).count() >= times);
    return this;
  }

  /**
   * Waits until the process has ended by itself.
   *
   * @return its exit code
   */
  int awaitEnd() {
    return process.onExit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join().exitValue();
  }

  /** A line on its standard input. */
  MemberProcess tell(String line) throws IOException {
    process.outputWriter().write(line + "\n");
    process.outputWriter().flush();
    return this;
  }

  public boolean hasSaid(String line) {
    return said.contains(line);
  }

  void signal(String name) throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
    if (kill.waitFor() != 0) {
      throw new IOException("kill -" + name + " ended with " + kill.exitValue());
    }
  }

  /** SIGKILL. */
  public void kill() {
    process.toHandle().destroyForcibly();
    process.onExit().orTimeout(30, TimeUnit.SECONDS).join();
  }

  @Override
  public void close() {
    kill();
  }
}
