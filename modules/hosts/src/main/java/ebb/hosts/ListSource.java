package ebb.hosts;

import ebb.domain.DrainTimeout;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.ListSettings;
import ebb.domain.lists.ListTimes;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The source of a refresh's settings and lists; the only access to yarn-site.xml from here. */
public interface ListSource {

  /**
   * Reads the configuration again, then the lists that it names. Blocks: call it on a dispatcher
   * for blocking work.
   *
   * @throws ListSourceException if anything is missing, unreadable or malformed; nothing may be
   *     applied then
   */
  Settings read() throws ListSourceException;

  /** Like {@link #read}, for people: a problem is part of the result. Blocks. */
  default ListFiles inspect() {
    try {
      return new ListFiles(List.of(), Optional.of(read().lists()), Optional.empty());
    } catch (ListSourceException e) {
      return ListFiles.of(String.valueOf(e.getMessage()));
    }
  }

  /**
   * The exclude file that the configuration currently names. Blocks.
   *
   * @return empty if it names none
   * @throws ListSourceException if the configuration cannot be read
   */
  default Optional<Path> excludeFile() throws ListSourceException {
    return Optional.empty();
  }

  /**
   * The input of a refresh.
   *
   * @param unregisteredAreLost yarn.resourcemanager.enable-tracking-for-unregistered-nodes
   * @param written when the content of the lists arrived at its place, by this host's clock
   * @param warnings entries of the lists that no node can match, see {@link ListWarnings}
   * @param isSubstitute see {@link ListFiles}
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

    /** Settings from files whose time of writing is unknown. */
    public Settings(ListSettings found, boolean unregisteredAreLost) {
      this(found, unregisteredAreLost, ListTimes.UNKNOWN, List.of(), false);
    }

    /** Settings with YARN's default for everything else, and no include list configured. */
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
   * @param problem why a refresh would be rejected: file, line, what is wrong
   * @param warnings entries that no node can match, see {@link ListWarnings}
   * @param isSubstitute whether the yarn-site.xml of the configuration folder names the files,
   *     because a configuration provider that reads from elsewhere has none; a leader only accepts
   *     such lists once they are known to be in force
   */
  record ListFiles(
      List<ListFile> files,
      Optional<HostLists> lists,
      Optional<String> problem,
      List<String> warnings,
      boolean isSubstitute) {
    public ListFiles {
      files = List.copyOf(files);
      warnings = List.copyOf(warnings);
    }

    /** Files of the intended configuration, not of a substitute, without warnings. */
    public ListFiles(List<ListFile> files, Optional<HostLists> lists, Optional<String> problem) {
      this(files, lists, problem, List.of(), false);
    }

    /** The same files with other lists. */
    public ListFiles with(HostLists other) {
      return new ListFiles(files, Optional.of(other), problem, warnings, isSubstitute);
    }

    /** The same files, but unusable for a refresh. */
    public ListFiles refused(String reason) {
      return new ListFiles(files, Optional.empty(), Optional.of(reason), warnings, isSubstitute);
    }

    /** Hash of the exclude file's content; empty if there is none, or it cannot be read. */
    public Optional<String> excludeHash() {
      return files.stream()
          .filter(file -> file.kind() == ListFile.Kind.EXCLUDE)
          .findFirst()
          .flatMap(ListFile::hash);
    }

    /** When the content of each list arrived at its place. */
    public ListTimes written() {
      return new ListTimes(writtenAt(ListFile.Kind.INCLUDE), writtenAt(ListFile.Kind.EXCLUDE));
    }

    /** The same files, written at these times. */
    public ListFiles writtenAt(ListTimes times) {
      return new ListFiles(
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

    public static ListFiles of(String problem) {
      return new ListFiles(List.of(), Optional.empty(), Optional.of(problem));
    }
  }

  /**
   * A file that the configuration names.
   *
   * @param changedAt empty if the file system does not provide it
   * @param hash see {@link FileHash}; empty if the file cannot be read
   * @param writtenAt when the content arrived at this place, by this host's clock; unlike {@code
   *     changedAt}, {@code rsync -t}, {@code tar} or {@code mv} do not set it back
   */
  record ListFile(
      Kind kind,
      String path,
      Optional<Instant> changedAt,
      Optional<String> hash,
      Optional<Instant> writtenAt) {
    /** A file whose time of arrival is unknown. */
    public ListFile(Kind kind, String path, Optional<Instant> changedAt, Optional<String> hash) {
      this(kind, path, changedAt, hash, Optional.empty());
    }

    private ListFile writtenAt(Optional<Instant> time) {
      return new ListFile(kind, path, changedAt, hash, time);
    }

    /** Which list the file contains. */
    public enum Kind {
      INCLUDE,
      EXCLUDE
    }
  }
}
