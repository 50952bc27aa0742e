package ebb.admin.json;

import ebb.admin.http.JsonFields;
import ebb.admin.http.ProblemException;
import ebb.domain.DrainTimeout;
import ebb.domain.lists.RefreshType;
import ebb.domain.lists.RequestKey;
import ebb.domain.lists.Tracking;
import ebb.domain.refresh.RefreshRequest;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The body of a refresh.
 *
 * <p>{@code timeoutSecs} and {@code tracking} are allowed with GRACEFUL only. A timeout of -1 is
 * infinite, and 0 ends the drains at once. Without a timeout, the nodes get their own or the
 * configured one.
 */
public record RefreshBody(
    RefreshRequest request, Optional<String> reason, boolean dryRun, boolean requireConfirmation) {
  private static final RefreshType[] TYPES =
      Stream.of(RefreshType.values()).filter(RefreshType::isRefresh).toArray(RefreshType[]::new);

  private static final String TYPE = "type";
  private static final String TIMEOUT = "timeoutSecs";
  private static final String TRACKING = "tracking";
  private static final String REASON = "reason";
  public static final String DRY_RUN = "dryRun";
  public static final String PLAN = "plan";
  private static final String ACCEPT_OLDER = "acceptOlder";
  private static final String KEEP_TIMEOUTS = "keepTimeouts";
  public static final String CONFIRMATION = "requireConfirmation";
  private static final List<String> FIELDS =
      List.of(
          TYPE,
          TIMEOUT,
          TRACKING,
          REASON,
          DRY_RUN,
          PLAN,
          ACCEPT_OLDER,
          KEEP_TIMEOUTS,
          CONFIRMATION);

  /**
   * @throws ProblemException that names the wrong field
   */
  public static RefreshBody parse(byte[] body, Optional<RequestKey> key) {
    JsonFields fields = JsonFields.parse(body, FIELDS);
    fields.require(TYPE);
    RefreshType type = fields.oneOf(TYPE, TYPES).orElseThrow();
    Optional<DrainTimeout> timeout = fields.timeout(TIMEOUT);
    Optional<Tracking> tracking = fields.oneOf(TRACKING, Tracking.values());
    if (type != RefreshType.GRACEFUL && timeout.isPresent()) {
      throw JsonFields.invalid(TIMEOUT, "Only a GRACEFUL refresh has a timeout");
    } else if (type != RefreshType.GRACEFUL && tracking.isPresent()) {
      throw JsonFields.invalid(TRACKING, "Only a GRACEFUL refresh is tracked");
    }
    return new RefreshBody(
        new RefreshRequest(
            type,
            timeout,
            tracking.orElse(Tracking.SERVER),
            Optional.empty(),
            fields.flag(ACCEPT_OLDER),
            fields.flag(KEEP_TIMEOUTS),
            key,
            fields.plan(PLAN)),
        fields.line(REASON),
        fields.flag(DRY_RUN),
        fields.flag(CONFIRMATION));
  }
}
