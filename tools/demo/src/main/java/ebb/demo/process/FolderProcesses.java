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

  /** The living processes of this user, without us, whose command lines name the folder. */
  public static List<ProcessHandle> of(Path folder) {
    long us = ProcessHandle.current().pid();
    return ProcessHandle.allProcesses()
        .filter(process -> process.pid() != us && commandLine(process).contains(folder.toString()))
        .toList();
  }

  /** Empty where the process is another user's or has just ended. */
  public static String commandLine(ProcessHandle process) {
    return process.info().commandLine().orElse("");
  }

  /**
   * Ends them with SIGKILL, again and again until none is left: a process may be starting another
   * one while it is looked for.
   */
  static void endAll(Path folder) {
    long end = System.nanoTime() + LIMIT.toNanos();
    List<ProcessHandle> left = of(folder);
    // A process that is just becoming another program has no command line for a moment.
    for (int looksInVain = 0; looksInVain < 2; looksInVain = left.isEmpty() ? looksInVain + 1 : 0) {
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
      // Cleaning up goes on: whoever interrupts us does not want to leave processes behind.
      Thread.currentThread().interrupt();
    }
  }

  private static void awaitEnd(ProcessHandle process) {
    CompletableFuture<ProcessHandle> ended = process.onExit();
    try {
      ended.get(1, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      ended.cancel(false); // it is looked for again
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // as above
    }
  }
}
