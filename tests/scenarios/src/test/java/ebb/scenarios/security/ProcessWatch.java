package ebb.scenarios.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Continuously checks the command lines and environments of our own process's descendants for words
 * that must not be there.
 */
public final class ProcessWatch implements AutoCloseable {
  /** Shorter than the life of any JVM. */
  private static final Duration BREATH = Duration.ofMillis(10);

  private final List<String> secrets;
  private final Set<String> seen = ConcurrentHashMap.newKeySet();
  private final Set<String> found = ConcurrentHashMap.newKeySet();
  private final Thread thread = new Thread(this::watch, "process watch");
  private volatile boolean closed;

  private ProcessWatch(List<String> secrets) {
    this.secrets = secrets;
    thread.setDaemon(true);
  }

  public static ProcessWatch forSecrets(String... secrets) {
    var watch = new ProcessWatch(List.of(secrets));
    watch.thread.start();
    return watch;
  }

  /** The command lines seen so far. */
  Set<String> seen() {
    return seen;
  }

  /** Those with such a word in them, or in the environment. */
  public Set<String> found() {
    return found;
  }

  private void watch() {
    while (!closed) {
      ProcessHandle.current().descendants().forEach(each -> inspect(each.pid()));
      LockSupport.parkNanos(BREATH.toNanos());
    }
  }

  private void inspect(long pid) {
    String commandLine = read(pid, "cmdline");
    seen.add(commandLine);
    String all = commandLine + read(pid, "environ");
    if (secrets.stream().anyMatch(all::contains)) {
      found.add(commandLine);
    }
  }

  /** Empty if it has ended, or we may not read it. */
  private static String read(long pid, String file) {
    try {
      byte[] content = Files.readAllBytes(Path.of("/proc", Long.toString(pid), file));
      return new String(content, UTF_8).replace('\0', ' ');
    } catch (IOException e) {
      return "";
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
