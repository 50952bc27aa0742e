package ebb.demo.process;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The processes that work in one folder: those that we start, and their descendants, which may have
 * left our process group (a NodeManager starts each container in its own session). All of them name
 * the folder on their command lines, which is how they are found.
 */
public final class ProcessGroup implements AutoCloseable {
  /** Environment variables that would let a local Hadoop installation interfere. */
  private static final List<String> FOREIGN =
      List.of("HADOOP_", "YARN_", "MAPRED_", "HDFS_", "CLASSPATH", "JAVA_TOOL_OPTIONS");

  private final Path folder;
  private final Map<String, String> environment;
  private final List<ManagedProcess> started = new ArrayList<>();
  private boolean closed;

  /**
   * @param folder named on the command line of every process of the group, and of no other
   * @param environment additional environment variables of every process
   */
  public ProcessGroup(Path folder, Map<String, String> environment) {
    this.folder = folder;
    this.environment = Map.copyOf(environment);
  }

  /**
   * Starts a process in the folder.
   *
   * @param log gets its output; appended to, so that a restarted process continues the same file
   * @throws ProcessFailedException if the group has been closed
   */
  public synchronized ManagedProcess start(String name, List<String> command, Path log) {
    if (closed) {
      throw new ProcessFailedException("Cannot start " + name + ": everything is being stopped");
    }
    var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().keySet().removeIf(key -> FOREIGN.stream().anyMatch(key::startsWith));
    builder.environment().putAll(environment);
    try {
      var process = new ManagedProcess(name, builder.start(), log);
      started.add(process);
      return process;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot start " + name, e);
    }
  }

  /**
   * @throws ProcessFailedException if a process of the group has ended unexpectedly
   */
  public synchronized void checkAlive() {
    started.forEach(ManagedProcess::checkAlive);
  }

  /**
   * Ends all processes of the group with SIGKILL, because nobody needs what an orderly shutdown
   * would save. Nothing can be started afterwards.
   *
   * @throws ProcessFailedException if a process survives
   */
  @Override
  public synchronized void close() {
    closed = true;
    started.forEach(ManagedProcess::kill);
    FolderProcesses.endAll(folder);
  }
}
