package ebb.demo.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Finds and ends processes by a folder that their command lines name. */
public final class FolderProcesses {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofMillis(50);

  private FolderProcesses() {}

  /** All live processes of this user, except our own, whose command lines name the folder. */
  public static List<ProcessHandle> of(Path folder) {
    long us = ProcessHandle.current().pid();
    return ProcessHandle.allProcesses()
        .filter(process -> process.pid() != us && commandLine(process).contains(folder.toString()))
        .toList();
  }

  /** Empty if the process belongs to another user or has just ended. */
  public static String commandLine(ProcessHandle process) {
    return process.info().commandLine().orElse("");
  }

  /**
   * Ends them with SIGKILL, repeatedly until none is left, because a process may start another one
   * during the search.
   */
  static void endAll(Path folder) {
    long end = System.nanoTime() + LIMIT.toNanos();
    List<ProcessHandle> left = of(folder);
    // A process in the middle of an exec has no command line for a moment, so none must be found
    // twice.
    for (int emptySearches = 0;
        emptySearches < 2;
        emptySearches = left.isEmpty() ? emptySearches + 1 : 0) {
      if (System.nanoTime() > end) {
        throw new ProcessFailedException(
            "These processes survived a SIGKILL: "
                + left.stream().map(ProcessHandle::pid).toList());
      }
      left.forEach(ProcessHandle::destroyForcibly);
      left.forEach(FolderProcesses::awaitEnd);
      pause();
      left = of(folder);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE.toMillis());
    } catch (InterruptedException e) {
      // Continue cleaning up, because the interrupter does not want to leave processes behind.
      Thread.currentThread().interrupt();
    }
  }

  private static void awaitEnd(ProcessHandle process) {
    CompletableFuture<ProcessHandle> ended = process.onExit();
    try {
      ended.get(1, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      ended.cancel(false); // the next search finds it again
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // as above
    }
  }
}
