package ebb.app;

import ebb.journal.ChildJvm;
import ebb.postgres.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;

/** A {@link ClusterMember} in a process of its own, and what it has said. */
public final class MemberProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final ChildJvm jvm;
  private final List<String> said = new CopyOnWriteArrayList<>();

  private MemberProcess(ChildJvm jvm) {
    this.jvm = jvm;
    Thread reader = new Thread(this::listen, "output of a member");
    reader.setDaemon(true);
    reader.start();
  }

  private void listen() {
    try {
      for (String line = jvm.readLine(); line != null; line = jvm.readLine()) {
        said.add(line);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
  public static MemberProcess startSearching(
      Path log, String name, int port, String settings, String url, Path passwordFile)
      throws IOException {
    return start(log, name, port, "", url, passwordFile, settings);
  }

  private static MemberProcess start(
      Path log, String name, int port, String seeds, String url, Path passwordFile, String settings)
      throws IOException {
    return new MemberProcess(
        ChildJvm.start(
            ClusterMember.class,
            log,
            name,
            Integer.toString(port),
            seeds,
            url,
            PostgresServer.USER,
            passwordFile.toString(),
            settings));
  }

  /** Waits until it has said this so many times. */
  public MemberProcess awaitSaid(String line, int times) {
    Awaitility.await(line + " of a member that said " + said)
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
    return jvm.awaitEnd(PATIENCE);
  }

  /** A line on its standard input. */
  MemberProcess tell(String line) throws IOException {
    jvm.writeLine(line);
    return this;
  }

  public boolean hasSaid(String line) {
    return said.contains(line);
  }

  void signal(String name) throws IOException, InterruptedException {
    jvm.signal(name);
  }

  /** SIGKILL. */
  public void kill() {
    jvm.kill();
  }

  @Override
  public void close() {
    jvm.close();
  }
}
