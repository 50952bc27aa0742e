package ebb.admin.json;

import ebb.domain.DrainTimeout;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.ListsHash;
import ebb.domain.lists.OperatorExclude;
import ebb.hosts.ListSource.ListFile;
import ebb.hosts.ListSource.ListFiles;
import ebb.nodeslist.protocol.NodesListReply.ListsSeen;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The lists in force, and the current files.
 *
 * @param listVersion the refresh that put them in force
 * @param hash a hash of the lists, the same for the same hosts and timeouts
 * @param configuredTimeoutSeconds the timeout of drains that get none from list or request; null
 *     when there is no limit
 * @param includes empty means every host
 */
public record ListsJson(
    long listVersion,
    String hash,
    @Nullable Long configuredTimeoutSeconds,
    List<String> includes,
    List<ExcludeJson> excludes,
    FilesJson files) {

  public static ListsJson of(ListsSeen seen) {
    HostLists lists = seen.inForce().lists();
    Map<String, String> operators =
        seen.operatorExcludes().stream()
            .collect(Collectors.toMap(OperatorExclude::host, each -> each.by().actor()));
    Set<String> kept = Set.copyOf(seen.kept());
    return new ListsJson(
        seen.listVersion(),
        seen.hash(),
        secondsOf(seen.inForce().configured()),
        List.copyOf(lists.includes()),
        lists.excludes().entrySet().stream()
            .map(entry -> ExcludeJson.of(entry.getKey(), entry.getValue(), operators, kept))
            .toList(),
        FilesJson.of(seen.files(), seen.hash()));
  }

  private static @Nullable Long secondsOf(DrainTimeout timeout) {
    return timeout.limit().map(Duration::toSeconds).orElse(null);
  }

  /**
   * @param hasTimeout whether the list, or an operator, gives this host a timeout of its own
   * @param timeoutSeconds that timeout; null when there is none, or no limit
   * @param held whether the host's drains go on when nothing is left to wait for
   * @param excludedBy who excluded the host through Ebb; null when nobody did
   * @param kept whether it stays excluded although the file does not list it; see
   *     ebb.protect-drains
   */
  record ExcludeJson(
      String host,
      boolean hasTimeout,
      @Nullable Long timeoutSeconds,
      boolean held,
      @Nullable String excludedBy,
      boolean kept) {
    public static ExcludeJson of(
        String host,
        Optional<DrainTimeout> timeout,
        Map<String, String> operators,
        Set<String> kept) {
      return new ExcludeJson(
          host,
          timeout.isPresent(),
          timeout.map(ListsJson::secondsOf).orElse(null),
          timeout.filter(DrainTimeout::held).isPresent(),
          operators.get(host),
          kept.contains(host));
    }
  }

  /**
   * What a refresh would find now.
   *
   * @param hash the hash of the lists that a refresh would put in force; null when they cannot be
   *     read
   * @param differs whether these lists differ from those in force; null when they cannot be read
   * @param problem file, line and reason; null when there is none
   * @param warnings file, line and entry of each entry that no node can match
   * @param include the include file; null when none is configured, or the configuration cannot be
   *     read
   * @param exclude the exclude file; null as above
   */
  record FilesJson(
      @Nullable String hash,
      @Nullable Boolean differs,
      @Nullable String problem,
      List<String> warnings,
      @Nullable FileJson include,
      @Nullable FileJson exclude) {

    public static FilesJson of(ListFiles found, String inForce) {
      Optional<String> hash = found.lists().map(ListsHash::of);
      return new FilesJson(
          hash.orElse(null),
          hash.map(read -> !read.equals(inForce)).orElse(null),
          found.problem().orElse(null),
          found.warnings(),
          FileJson.of(found, ListFile.Kind.INCLUDE),
          FileJson.of(found, ListFile.Kind.EXCLUDE));
    }
  }

  /**
   * @param changedAt UTC; null if the file system does not provide it
   * @param hash the hash of the content, including comments; null when the file cannot be read
   */
  record FileJson(String path, @Nullable String changedAt, @Nullable String hash) {
    public static @Nullable FileJson of(ListFiles found, ListFile.Kind kind) {
      return found.files().stream()
          .filter(file -> file.kind() == kind)
          .map(
              file ->
                  new FileJson(
                      file.path(),
                      file.changedAt().map(Instant::toString).orElse(null),
                      file.hash().orElse(null)))
          .findFirst()
          .orElse(null);
    }
  }
}
