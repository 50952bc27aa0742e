package ebb.hosts;

import ebb.domain.DrainTimeout;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.ListSettings;
import ebb.domain.lists.ListTimes;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Where a refresh finds its settings and lists; the only way to yarn-site.xml from here. */
public interface ListSource {

  /**
   * Reads the configuration afresh, then the lists that it names. Blocks: call it on a dispatcher
   * for blocking work.
   *
   * @throws ListSourceException if anything is missing, unreadable or malformed; nothing may be
   *     applied then
   */
  Settings read() throws ListSourceException;

  /** As {@link #read}, for people: what is wrong is part of the answer. Blocks. */
  default Sight look() {
    try {
      return new Sight(List.of(), Optional.of(read().lists()), Optional.empty());
    } catch (ListSourceException e) {
      return Sight.of(String.valueOf(e.getMessage()));
    }
  }

  /**
   * The exclude file that the configuration names now. Blocks.
   *
   * @return empty if it names none
   * @throws ListSourceException if the configuration cannot be read
   */
  default Optional<Path> excludeFile() throws ListSourceException {
    return Optional.empty();
  }

  /**
   * What a refresh works with.
   *
   * @param unregisteredAreLost yarn.resourcemanager.enable-tracking-for-unregistered-nodes
   * @param written when the lists came to where they are, by this host's clock
   * @param warnings entries of the lists that no node can match, see {@link ListWarnings}
   * @param isSubstitute see {@link Sight}
   */
  record Settings(
      ListSettings found,
      boolean unregisteredAreLost,
      ListTimes written,
      List<String> warnings,
      boolean isSubstitute) {
    public Settings {
      warnings = List.copyOf(warnings);
    }

    /** Of files of which nobody knows when they were written. */
    public Settings(ListSettings found, boolean unregisteredAreLost) {
      this(found, unregisteredAreLost, ListTimes.UNKNOWN, List.of(), false);
    }

    /** With everything else as YARN has it by default, and no include list configured. */
    public Settings(HostLists lists, DrainTimeout configured) {
      this(new ListSettings(lists, configured, Optional.of("")), false);
    }

    public HostLists lists() {
      return found.lists();
    }

    /** yarn.resourcemanager.nodemanager-graceful-decommission-timeout-secs */
    public DrainTimeout configured() {
      return found.configured();
    }
  }

  /**
   * The list files as they are at this moment.
   *
   * @param lists empty if there is a problem
   * @param problem why a refresh would be refused: file, line, what is wrong
   * @param warnings entries that no node can match, see {@link ListWarnings}
   * @param isSubstitute whether the yarn-site.xml of the configuration folder names the files,
   *     because a configuration provider that reads from elsewhere has none; a leader takes such
   *     lists only once they are seen to be in force
   */
  record Sight(
      List<ListFile> files,
      Optional<HostLists> lists,
      Optional<String> problem,
      List<String> warnings,
      boolean isSubstitute) {
    public Sight {
      files = List.copyOf(files);
      warnings = List.copyOf(warnings);
    }

    /** Of the configuration that is meant, without warnings. */
    public Sight(List<ListFile> files, Optional<HostLists> lists, Optional<String> problem) {
      this(files, lists, problem, List.of(), false);
    }

    /** The same with other lists. */
    public Sight with(HostLists other) {
      return new Sight(files, Optional.of(other), problem, warnings, isSubstitute);
    }

    /** The same files, of no use to a refresh. */
    public Sight refused(String reason) {
      return new Sight(files, Optional.empty(), Optional.of(reason), warnings, isSubstitute);
    }

    /** Of the exclude file's content; empty if there is none, or it cannot be read. */
    public Optional<String> excludeHash() {
      return files.stream()
          .filter(file -> file.kind() == ListFile.Kind.EXCLUDE)
          .findFirst()
          .flatMap(ListFile::hash);
    }

    /** When each list came to where it is. */
    public ListTimes written() {
      return new ListTimes(writtenAt(ListFile.Kind.INCLUDE), writtenAt(ListFile.Kind.EXCLUDE));
    }

    /** The same, written at these times. */
    public Sight writtenAt(ListTimes times) {
      return new Sight(
          files.stream()
              .map(
                  file ->
                      file.writtenAt(
                          switch (file.kind()) {
                            case INCLUDE -> times.includes();
                            case EXCLUDE -> times.excludes();
                          }))
              .toList(),
          lists,
          problem,
          warnings,
          isSubstitute);
    }

    private Optional<Instant> writtenAt(ListFile.Kind kind) {
      return files.stream()
          .filter(file -> file.kind() == kind)
          .findFirst()
          .flatMap(ListFile::writtenAt);
    }

    public static Sight of(String problem) {
      return new Sight(List.of(), Optional.empty(), Optional.of(problem));
    }
  }

  /**
   * A file that the configuration names.
   *
   * @param changedAt empty if the file system does not say
   * @param hash see {@link FileHash}; empty if the file cannot be read
   * @param writtenAt when the content came to this place, by this host's clock: other than {@code
   *     changedAt} not to be set back by {@code rsync -t}, {@code tar} or {@code mv}
   */
  record ListFile(
      Kind kind,
      String path,
      Optional<Instant> changedAt,
      Optional<String> hash,
      Optional<Instant> writtenAt) {
    /** Of which nobody knows when it came to its place. */
    public ListFile(Kind kind, String path, Optional<Instant> changedAt, Optional<String> hash) {
      this(kind, path, changedAt, hash, Optional.empty());
    }

    private ListFile writtenAt(Optional<Instant> time) {
      return new ListFile(kind, path, changedAt, hash, time);
    }

    /** Which list it holds. */
    public enum Kind {
      INCLUDE,
      EXCLUDE
    }
  }
}
