package ebb.admin.json;

import ebb.admin.http.JsonFields;
import ebb.admin.http.ProblemCode;
import ebb.admin.http.ProblemException;
import ebb.domain.DrainTimeout;
import ebb.domain.queue.HostGroup;
import ebb.domain.queue.KeptCapacity;
import ebb.domain.queue.Pace;
import ebb.domain.queue.ParallelLimit;
import ebb.domain.queue.QueuedHost;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The body of a request to let hosts wait, checked field by field.
 *
 * <p>{@code hosts} is as {@code add} of {@link ExcludesBody}, in the order in which they begin.
 * {@code maxParallel} is a number or a share such as {@code 10%}, as text. {@code notBefore} and
 * {@code until} are instants. {@code keepCapacity} is memory, such as {@code 200G@gpu}. With {@code
 * byRack}, hosts begin rack by rack. {@code window} names one of ebb.conf. With {@code
 * requireConfirmation}, the request is refused if an operator must confirm it.
 */
public record QueueBody(
    List<QueuedHost> hosts,
    Pace pace,
    boolean allowUnknown,
    boolean requireConfirmation,
    Optional<String> reason) {
  private static final String HOSTS = "hosts";
  private static final String LIMIT = "maxParallel";
  private static final String NOT_BEFORE = "notBefore";
  private static final String UNTIL = "until";
  private static final String KEEP = "keepCapacity";
  private static final String BY_RACK = "byRack";
  private static final String WINDOW = "window";
  private static final String ALLOW_UNKNOWN = "allowUnknown";
  private static final String REASON = "reason";

  /**
   * @throws ProblemException that names the wrong field
   */
  public static QueueBody parse(byte[] body) {
    JsonFields fields =
        JsonFields.parse(
            body,
            List.of(
                HOSTS,
                LIMIT,
                NOT_BEFORE,
                UNTIL,
                KEEP,
                BY_RACK,
                WINDOW,
                ALLOW_UNKNOWN,
                RefreshBody.CONFIRMATION,
                REASON));
    List<QueuedHost> hosts =
        ExcludesBody.hosts(fields.array(HOSTS), HOSTS).entrySet().stream()
            .map(each -> new QueuedHost(each.getKey(), each.getValue()))
            .toList();
    if (hosts.isEmpty()) {
      throw new ProblemException(ProblemCode.MISSING_FIELD, "Expected hosts", HOSTS);
    }
    fields.require(LIMIT);
    return new QueueBody(
        hosts,
        new Pace(
            limit(fields),
            instant(fields, NOT_BEFORE),
            instant(fields, UNTIL),
            kept(fields),
            group(fields),
            fields.line(WINDOW)),
        fields.flag(ALLOW_UNKNOWN),
        fields.flag(RefreshBody.CONFIRMATION),
        fields.line(REASON));
  }

  public Set<String> names() {
    return hosts.stream().map(QueuedHost::host).collect(Collectors.toSet());
  }

  public List<Optional<DrainTimeout>> timeouts() {
    return hosts.stream().map(QueuedHost::timeout).toList();
  }

  private static ParallelLimit limit(JsonFields fields) {
    return fields
        .line(LIMIT)
        .flatMap(ParallelLimit::parse)
        .orElseThrow(
            () ->
                JsonFields.invalid(
                    LIMIT, "Expected a number of at least 1, such as 20, or 1% to 100%"));
  }

  private static Optional<HostGroup> group(JsonFields fields) {
    return fields.flag(BY_RACK) ? Optional.of(HostGroup.RACK) : Optional.empty();
  }

  private static Optional<KeptCapacity> kept(JsonFields fields) {
    return fields
        .line(KEEP)
        .map(
            text ->
                KeptCapacity.parse(text)
                    .orElseThrow(
                        () ->
                            JsonFields.invalid(
                                KEEP,
                                "Expected memory above 0 in M, G or T, such as 200G, or with a node"
                                    + " label, such as 200G@gpu")));
  }

  private static Optional<Instant> instant(JsonFields fields, String field) {
    return fields.has(field) ? Optional.of(fields.instant(field)) : Optional.empty();
  }
}
