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
 * Tells this process from every other one, also from those that had its address or its process id
 * before. Another process of the same user of the same machine can see from it that its owner has
 * ended.
 *
 * <p>When a process began is told by the machine's ticks since its boot, and not by the wall clock:
 * that is set now and then, and with it the time at which everything seems to have begun.
 */
final class ProcessIdentity {
  private static final Pattern MARK = Pattern.compile("process (\\d+) begun (\\d+) on (\\S+)$");

  /** As proc(5) names what has ended: it waits for its parent, or is gone. */
  private static final Set<String> ENDED = Set.of("Z", "X");

  /** As proc(5) counts, from the state on, which follows the command's name. */
  private static final int STATE = 0;

  private static final int BEGIN = 22 - 3;

  /** Made once: the wall clock is part of it where the machine does not tell its ticks. */
  private static final String OWN = ofThisProcess();

  private ProcessIdentity() {}

  /** Of this process: one line, without a comma. The same each time. */
  static String own() {
    return OWN;
  }

  private static String ofThisProcess() {
    ProcessHandle self = ProcessHandle.current();
    return begin(self.pid())
        .flatMap(begin -> machine().map(machine -> of(self.pid(), begin, machine)))
        .orElseGet(() -> of(self.pid(), System.currentTimeMillis(), "unknown"));
  }

  /** Whether the text ends with the mark of a process of this machine that runs no more. */
  static boolean isDead(String text) {
    Matcher mark = MARK.matcher(text);
    return mark.find()
        && machine().filter(mark.group(3)::equals).isPresent()
        && begin(Long.parseLong(mark.group(1)))
            .filter(begin -> begin == Long.parseLong(mark.group(2)))
            .isEmpty();
  }

  /** For people, to whom the id of the process is enough; also of a mark of an earlier release. */
  static String withoutDetails(String text) {
    return text.replaceFirst("(process \\d+) (begun|since) .*$", "$1");
  }

  /**
   * @param begin in ticks since the boot
   * @param machine as {@link #machine} names it
   */
  static String of(long pid, long begin, String machine) {
    return "process %d begun %d on %s".formatted(pid, begin, machine);
  }

  /** Ticks since the boot; empty if it does not run. */
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
   * One boot of one machine, and the processes that this one is sure to see: some machines hide
   * those of other users. Empty if it does not tell.
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
