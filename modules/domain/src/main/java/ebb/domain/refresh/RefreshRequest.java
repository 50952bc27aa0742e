package ebb.domain.refresh;

import ebb.domain.DrainTimeout;
import ebb.domain.lists.RefreshType;
import ebb.domain.lists.RequestKey;
import ebb.domain.lists.Tracking;
import java.util.Optional;

/**
 * What an administrator asked for.
 *
 * @param timeout for GRACEFUL, if the request gives one; ignored otherwise
 * @param tracking for GRACEFUL
 * @param ofOperation for FORCEFUL: only the drains that this operation began are ended
 * @param acceptOlder whether lists may come into force again that were replaced before
 * @param keepTimeouts whether drains that run already keep their timeout unless this request, or a
 *     new entry in the list, names another one; YARN gives them the configured one again
 * @param key empty if the caller gave none
 * @param plan of a dry run, which alone may be carried out; empty for whatever the plan is
 */
public record RefreshRequest(
    RefreshType type,
    Optional<DrainTimeout> timeout,
    Tracking tracking,
    Optional<String> ofOperation,
    boolean acceptOlder,
    boolean keepTimeouts,
    Optional<RequestKey> key,
    Optional<PlanToken> plan) {

  /** For whatever the plan is. */
  public RefreshRequest(
      RefreshType type,
      Optional<DrainTimeout> timeout,
      Tracking tracking,
      Optional<String> ofOperation,
      boolean acceptOlder,
      boolean keepTimeouts,
      Optional<RequestKey> key) {
    this(type, timeout, tracking, ofOperation, acceptOlder, keepTimeouts, key, Optional.empty());
  }

  /** As YARN's admin protocol asks: whatever the files hold comes into force, old or new. */
  public RefreshRequest(RefreshType type, Optional<DrainTimeout> timeout) {
    this(type, timeout, Tracking.SERVER, Optional.empty(), true, false, Optional.empty());
  }

  /** A forced refresh looks into no file. */
  public boolean readsLists() {
    return type == RefreshType.NORMAL || type == RefreshType.GRACEFUL;
  }

  /** Ends the drains that an operation began. No list is read. */
  public static RefreshRequest forceOf(String operationId, Optional<RequestKey> key) {
    return new RefreshRequest(
        RefreshType.FORCEFUL,
        Optional.empty(),
        Tracking.SERVER,
        Optional.of(operationId),
        true,
        false,
        key);
  }

  /**
   * @param token of the plan that alone may be carried out
   */
  public RefreshRequest onlyAs(Optional<PlanToken> token) {
    return new RefreshRequest(
        type, timeout, tracking, ofOperation, acceptOlder, keepTimeouts, key, token);
  }
}
