package ebb.simulation.environment;

import ebb.domain.DrainTimeout;
import ebb.domain.lists.HostLists;
import ebb.hosts.FileHash;
import ebb.hosts.HostsFileParser;
import ebb.hosts.ListSource;
import ebb.hosts.ListSourceException;
import ebb.hosts.RefreshRejection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The list files as last written by configuration management or edited by Ebb. The exclude list is
 * a real file.
 */
public final class SimulatedLists implements ListSource {
  private static final DrainTimeout CONFIGURED = DrainTimeout.of(Duration.ofMinutes(20));
  private static final Path EXCLUDES = temporary();

  private final Conditions conditions;
  private Set<String> includes = Set.of();

  public SimulatedLists(Conditions conditions) {
    this.conditions = conditions;
    write(HostLists.EMPTY);
  }

  private static Path temporary() {
    try {
      Path file = Files.createTempFile("ebb-simulation", ".xml");
      file.toFile().deleteOnExit();
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void write(HostLists lists) {
    includes = lists.includes();
    String hosts =
        lists.excludes().entrySet().stream()
            .map(SimulatedLists::entry)
            .collect(Collectors.joining("", "<?xml version=\"1.0\"?>\n<hosts>\n", "</hosts>\n"));
    try {
      Files.writeString(EXCLUDES, hosts);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String entry(Map.Entry<String, Optional<DrainTimeout>> exclude) {
    String timeout =
        exclude.getValue().map(it -> "<timeout>" + it.toSeconds() + "</timeout>").orElse("");
    return "<host><name>" + exclude.getKey() + "</name>" + timeout + "</host>\n";
  }

  /** The content of the exclude file, as an editor has seen it. */
  public String hash() {
    try {
      return FileHash.of(Files.readAllBytes(EXCLUDES));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Settings read() throws ListSourceException {
    return new Settings(
        HostLists.of(includes, HostsFileParser.excludes(excludeFile().orElseThrow())), CONFIGURED);
  }

  @Override
  public ListFiles inspect() {
    try {
      return new ListFiles(
          List.of(
              new ListFile(
                  ListFile.Kind.EXCLUDE,
                  EXCLUDES.toString(),
                  Optional.empty(),
                  Optional.of(hash()))),
          Optional.of(read().lists()),
          Optional.empty());
    } catch (ListSourceException e) {
      return new ListFiles(
          List.of(), Optional.empty(), Optional.of(String.valueOf(e.getMessage())));
    }
  }

  @Override
  public Optional<Path> excludeFile() throws ListSourceException {
    if (conditions.listsUnreadable > 0) {
      throw new ListSourceException(RefreshRejection.LIST_UNREADABLE, "exclude: no such file");
    }
    return Optional.of(EXCLUDES);
  }
}
