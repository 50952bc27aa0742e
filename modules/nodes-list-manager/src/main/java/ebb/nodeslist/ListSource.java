package ebb.nodeslist;

import ebb.domain.DrainTimeout;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.ListSettings;
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
   */
  record Settings(ListSettings found, boolean unregisteredAreLost) {
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
   */
  record Sight(List<ListFile> files, Optional<HostLists> lists, Optional<String> problem) {
    public Sight {
      files = List.copyOf(files);
    }

    /** Of the exclude file's content; empty if there is none, or it cannot be read. */
    public Optional<String> excludeHash() {
      return files.stream()
          .filter(file -> file.kind() == ListFile.Kind.EXCLUDE)
          .findFirst()
          .flatMap(ListFile::hash);
    }

    static Sight of(String problem) {
      return new Sight(List.of(), Optional.empty(), Optional.of(problem));
    }
  }

  /**
   * A file that the configuration names.
   *
   * @param changedAt empty if the file system does not say
   * @param hash see {@link FileHash}; empty if the file cannot be read
   */
  record ListFile(Kind kind, String path, Optional<Instant> changedAt, Optional<String> hash) {
    /** Which list it holds. */
    public enum Kind {
      INCLUDE,
      EXCLUDE
    }
  }
}
