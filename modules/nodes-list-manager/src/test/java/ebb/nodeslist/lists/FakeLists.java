package ebb.nodeslist.lists;

import ebb.domain.DrainTimeout;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.ListSettings;
import ebb.domain.lists.ListTimes;
import ebb.hosts.FileHash;
import ebb.hosts.ListSource;
import ebb.hosts.ListSourceException;
import ebb.hosts.RefreshRejection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** List files that a test can change under the reader's feet. */
public final class FakeLists implements ListSource {
  public static final DrainTimeout CONFIGURED = DrainTimeout.ofSeconds(3600);

  private HostLists lists = HostLists.EMPTY;
  private @Nullable String fault;
  private @Nullable String includeFault;
  private @Nullable String inspectFault;
  private int reads;
  private String includePath = "";
  private boolean unregisteredAreLost;
  private boolean hanging;
  private boolean isSubstitute;
  private Optional<Duration> age = Optional.empty();
  private Optional<Path> excludeFile = Optional.empty();
  private boolean readsFile;

  @Override
  public synchronized Settings read() throws ListSourceException {
    reads++;
    if (fault != null) {
      throw new ListSourceException(RefreshRejection.LIST_UNREADABLE, fault);
    } else if (includeFault != null) {
      throw new ListSourceException(RefreshRejection.LIST_UNREADABLE, includeFault);
    }
    awaitFileSystem();
    if (readsFile) {
      exclude(linesOf(excludeFile.orElseThrow()));
    }
    return new Settings(
        new ListSettings(lists, CONFIGURED, Optional.of(includePath)),
        unregisteredAreLost,
        new ListTimes(written(), written()),
        List.of(),
        isSubstitute);
  }

  private Optional<Instant> written() {
    return age.map(Instant.now()::minus);
  }

  /** So long ago, as the file system has it; it does not say otherwise. */
  public synchronized void wereWritten(Duration ago) {
    age = Optional.of(ago);
  }

  /** The lists are those of {@link #read}, whatever is in the exclude file. */
  @Override
  public synchronized ListFiles inspect() {
    try {
      if (inspectFault != null) {
        return ListFiles.of(inspectFault);
      } else if (includeFault != null) {
        return new ListFiles(filesOf(excludeFile()), Optional.empty(), Optional.of(includeFault));
      }
      Settings found = read();
      return new ListFiles(
          filesOf(excludeFile()),
          Optional.of(found.lists()),
          Optional.empty(),
          List.of(),
          found.isSubstitute());
    } catch (ListSourceException | IOException e) {
      return ListFiles.of(String.valueOf(e.getMessage()));
    }
  }

  private static List<ListFile> filesOf(Optional<Path> exclude) throws IOException {
    if (exclude.isEmpty()) {
      return List.of();
    }
    Path file = exclude.get();
    Optional<String> hash = Optional.of(FileHash.of(Files.readAllBytes(file)));
    return List.of(new ListFile(ListFile.Kind.EXCLUDE, file.toString(), Optional.empty(), hash));
  }

  @Override
  public synchronized Optional<Path> excludeFile() throws ListSourceException {
    if (fault != null) {
      throw new ListSourceException(RefreshRejection.CONFIGURATION_UNREADABLE, fault);
    }
    awaitFileSystem();
    return excludeFile;
  }

  synchronized void configure(Path exclude) {
    excludeFile = Optional.of(exclude);
  }

  private static String[] linesOf(Path file) {
    try {
      return Files.readAllLines(file).toArray(String[]::new);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** From now on the excluded hosts are those in the file. */
  synchronized void readFile() {
    readsFile = true;
  }

  /** As a read of a pipe that nobody writes to. */
  private synchronized void awaitFileSystem() {
    try {
      while (hanging) {
        wait();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** An include list exists from now on; hosts are excluded as before. */
  public synchronized void include(String... hosts) {
    includePath = "/include";
    lists = new HostLists(new TreeSet<>(Set.of(hosts)), lists.excludes());
  }

  public synchronized void hang(boolean whether) {
    hanging = whether;
    notifyAll();
  }

  /** As if the configuration provider had no yarn-site.xml, and the folder's named these hosts. */
  public synchronized void substitute(String... hosts) {
    exclude(hosts);
    isSubstitute = true;
  }

  public synchronized void showUnregisteredAsLost() {
    unregisteredAreLost = true;
  }

  public synchronized void exclude(String... hosts) {
    isSubstitute = false;
    fault = null;
    Map<String, Optional<DrainTimeout>> excludes = new HashMap<>();
    for (String host : hosts) {
      excludes.put(host, Optional.empty());
    }
    lists = HostLists.of(lists.includes(), excludes);
  }

  public synchronized void breakWith(String reason) {
    fault = reason;
  }

  /** The include list cannot be read; the exclude file can. */
  synchronized void breakIncludesWith(String reason) {
    includeFault = reason;
  }

  /** Nobody sees what the exclude file is, though it can be edited. */
  synchronized void hideWith(String reason) {
    inspectFault = reason;
  }

  synchronized void show() {
    inspectFault = null;
  }

  public synchronized int reads() {
    return reads;
  }
}
