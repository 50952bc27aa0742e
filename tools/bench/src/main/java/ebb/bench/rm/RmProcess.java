package ebb.bench.rm;

import ebb.demo.process.ManagedProcess;
import ebb.demo.process.ProcessGroup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.yarn.exceptions.YarnException;

/** One ResourceManager in its own JVM, which can be killed and started again. */
public final class RmProcess implements AutoCloseable {
  private final SystemUnderTest candidate;
  private final int heapMegabytes;
  private final RmFolder folder;
  private final ProcessGroup processes;
  private final RmClients clients;
  private final Thread whenInterrupted;
  private ManagedProcess process;

  private RmProcess(
      SystemUnderTest candidate, int heapMegabytes, RmFolder folder, RmClients clients) {
    this.candidate = candidate;
    this.heapMegabytes = heapMegabytes;
    this.folder = folder;
    this.clients = clients;
    processes = new ProcessGroup(folder.root(), Map.of());
    process = startProcess();
    whenInterrupted = new Thread(processes::close, "bench-interrupted");
    Runtime.getRuntime().addShutdownHook(whenInterrupted);
  }

  /** Returns when it answers clients. */
  public static RmProcess start(SystemUnderTest candidate, int heapMegabytes, RmFolder folder)
      throws IOException, YarnException {
    RmProcess rm = new RmProcess(candidate, heapMegabytes, folder, RmClients.of(folder.ports()));
    try {
      rm.clients.metrics();
      return rm;
    } catch (IOException | YarnException | RuntimeException e) {
      rm.processes.checkAlive();
      rm.close();
      throw e;
    }
  }

  private ManagedProcess startProcess() {
    return processes.start(
        candidate.name(),
        candidate.command(folder, heapMegabytes),
        folder.root().resolve("output.log"));
  }

  public SystemUnderTest candidate() {
    return candidate;
  }

  public RmFolder folder() {
    return folder;
  }

  public RmClients clients() {
    return clients;
  }

  /** Processor time of all threads since the process started. */
  public Duration cpu() {
    return ProcessHandle.of(process.pid())
        .flatMap(handle -> handle.info().totalCpuDuration())
        .orElseThrow(() -> new IllegalStateException("The ResourceManager is gone"));
  }

  /** Bytes in use on the heap after a full collection. */
  public long liveHeap() throws IOException, InterruptedException {
    jcmd("GC.run");
    // Collects first, and counts only reachable objects.
    return jcmd("GC.class_histogram")
        .lines()
        .filter(line -> line.startsWith("Total"))
        .mapToLong(line -> Long.parseLong(line.strip().split(" +", -1)[2]))
        .findFirst()
        .orElseThrow(() -> new IOException("jcmd did not say how large the heap is"));
  }

  private String jcmd(String command) throws IOException, InterruptedException {
    Process jcmd =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(process.pid()),
                command)
            .redirectErrorStream(true)
            .start();
    String output = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (jcmd.waitFor() != 0) {
      throw new IOException("jcmd " + command + ": " + output);
    }
    return output;
  }

  /** SIGKILL; returns when the process has gone. */
  public void kill() {
    process.kill();
  }

  /** Starts it again in the same folder after a kill. Does not wait. */
  public void startAgain() {
    process = startProcess();
  }

  @Override
  public void close() {
    clients.close();
    processes.close();
    try {
      Runtime.getRuntime().removeShutdownHook(whenInterrupted);
    } catch (IllegalStateException e) {
      return; // The JVM is shutting down, so the hook already runs.
    }
  }
}
