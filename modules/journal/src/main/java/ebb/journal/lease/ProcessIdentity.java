package ebb.journal.lease;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Distinguishes this process from every other process, also from earlier ones with the same address
 * or process id. From this identity, another process of the same user on the same machine can tell
 * whether the process has ended.
 *
 * <p>The start of a process is given in the machine's ticks since its boot, not by the wall clock.
 * When the wall clock is set, the apparent start of every process changes.
 */
final class ProcessIdentity {
  private static final Pattern MARK = Pattern.compile("process (\\d+) begun (\\d+) on (\\S+)$");

  /** The states of an ended process in proc(5): it waits for its parent, or is gone. */
  private static final Set<String> ENDED = Set.of("Z", "X");

  /** Index of a field of proc(5), counted from the state, which follows the command's name. */
  private static final int STATE = 0;

  private static final int BEGIN = 22 - 3;

  /** Computed once, because it contains the wall clock where the ticks are not available. */
  private static final String OWN = ofThisProcess();

  private ProcessIdentity() {}

  /** The mark of this process: one line, without a comma. Always the same. */
  static String own() {
    return OWN;
  }

  private static String ofThisProcess() {
    ProcessHandle self = ProcessHandle.current();
    return begin(self.pid())
        .flatMap(begin -> machine().map(machine -> of(self.pid(), begin, machine)))
        .orElseGet(() -> of(self.pid(), System.currentTimeMillis(), "unknown"));
  }

  /** Whether the text ends with the mark of a process of this machine that has ended. */
  static boolean isDead(String text) {
    Matcher mark = MARK.matcher(text);
    return mark.find()
        && machine().filter(mark.group(3)::equals).isPresent()
        && begin(Long.parseLong(mark.group(1)))
            .filter(begin -> begin == Long.parseLong(mark.group(2)))
            .isEmpty();
  }

  /** For people: the process id is enough. Also handles marks of earlier releases. */
  static String withoutDetails(String text) {
    return text.replaceFirst("(process \\d+) (begun|since) .*$", "$1");
  }

  /**
   * The mark of a process.
   *
   * @param begin its start in ticks since the boot
   * @param machine as from {@link #machine}
   */
  static String of(long pid, long begin, String machine) {
    return "process %d begun %d on %s".formatted(pid, begin, machine);
  }

  /** The start of a process in ticks since the boot; empty if it is not running. */
  static Optional<Long> begin(long pid) {
    try {
      String all = Files.readString(Path.of("/proc", Long.toString(pid), "stat")).strip();
      List<String> fields = List.of(all.substring(all.lastIndexOf(')') + 2).split(" ", -1));
      return ENDED.contains(fields.get(STATE))
          ? Optional.empty()
          : Optional.of(Long.valueOf(fields.get(BEGIN)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Identifies the boot of this machine, and the processes that this process can certainly see: its
   * process namespace and its user, because some machines hide processes of other users. Empty if
   * that cannot be read.
   */
  static Optional<String> machine() {
    try {
      return Optional.of(
          "%s/%s/%s"
              .formatted(
                  Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip(),
                  Files.readSymbolicLink(Path.of("/proc/self/ns/pid")),
                  Files.getAttribute(Path.of("/proc/self"), "unix:uid")));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
