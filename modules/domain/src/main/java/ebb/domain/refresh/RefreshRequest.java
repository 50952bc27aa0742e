package ebb.domain.refresh;

import ebb.domain.DrainTimeout;
import ebb.domain.lists.RefreshType;
import ebb.domain.lists.RequestKey;
import ebb.domain.lists.Tracking;
import java.util.Optional;

/**
 * A refresh as requested by an administrator.
 *
 * @param timeout for GRACEFUL, if the request gives one; ignored otherwise
 * @param tracking for GRACEFUL
 * @param ofOperation for FORCEFUL: end only the drains that this operation started
 * @param acceptOlder whether lists that were replaced before may come into force again
 * @param keepTimeouts whether running drains keep their timeout unless this request, or a new entry
 *     in the list, gives another one; YARN resets them to the configured one
 * @param key empty if the caller gave none
 * @param plan of a dry run, the only plan that may be carried out; empty to accept any plan
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

  /** A request that accepts any plan. */
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

  /**
   * As requested by YARN's admin protocol: whatever the files contain comes into force, old or new.
   */
  public RefreshRequest(RefreshType type, Optional<DrainTimeout> timeout) {
    this(type, timeout, Tracking.SERVER, Optional.empty(), true, false, Optional.empty());
  }

  /** Whether the refresh reads the files; a forced one does not. */
  public boolean readsLists() {
    return type == RefreshType.NORMAL || type == RefreshType.GRACEFUL;
  }

  /** Ends the drains that an operation started. Reads no list. */
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
   * @param token of the only plan that may be carried out
   */
  public RefreshRequest onlyAs(Optional<PlanToken> token) {
    return new RefreshRequest(
        type, timeout, tracking, ofOperation, acceptOlder, keepTimeouts, key, token);
  }
}
