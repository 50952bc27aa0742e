package ebb.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tells this process from every other one, also from those that had its address or its process id
 * before. Another process of the same machine can see from it that its owner has ended.
 */
final class ProcessMark {
  private static final Pattern MARK = Pattern.compile("process (\\d+) since (\\d+) on (\\S+)$");

  private ProcessMark() {}

  /** Of this process: one line, without a comma. */
  static String own() {
    ProcessHandle self = ProcessHandle.current();
    return "process %d since %d on %s".formatted(self.pid(), startOf(self), machine());
  }

  /** Whether the text ends with the mark of a process of this machine that runs no more. */
  static boolean isDead(String text) {
    Matcher mark = MARK.matcher(text);
    if (!mark.find() || !mark.group(3).equals(machine()) || machine().equals(ELSEWHERE)) {
      return false;
    }
    Optional<ProcessHandle> there = ProcessHandle.of(Long.parseLong(mark.group(1)));
    return there.isEmpty()
        || !there.get().isAlive()
        || startOf(there.get()) != Long.parseLong(mark.group(2));
  }

  private static long startOf(ProcessHandle process) {
    return process.info().startInstant().orElse(Instant.EPOCH).toEpochMilli();
  }

  private static final String ELSEWHERE = "unknown";

  /** One boot of one machine, and the part of it whose process ids this process sees. */
  private static String machine() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip()
          + "/"
          + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
    } catch (IOException e) {
      return ELSEWHERE;
    }
  }
}
