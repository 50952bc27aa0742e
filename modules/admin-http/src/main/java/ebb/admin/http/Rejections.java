package ebb.admin.http;

import ebb.domain.RejectionCode;
import ebb.domain.queue.QueueRejection;
import ebb.hosts.EditRejection;
import ebb.hosts.RefreshRejection;

/** The problems for what the leader rejects. */
public final class Rejections {
  private Rejections() {}

  /** The problem for a rejected change of a timeout. */
  public static ProblemCode codeOf(RejectionCode code) {
    return switch (code) {
      case UNKNOWN_NODE -> ProblemCode.NODE_NOT_FOUND;
      case DRAIN_HELD -> ProblemCode.DRAIN_HELD;
      case NOT_DRAINING, NODE_INACTIVE -> ProblemCode.NOT_DRAINING;
      case CONFIRMATION_REQUIRED -> ProblemCode.CONFIRMATION_REQUIRED;
      case DRAIN_CHANGED -> ProblemCode.PLAN_CHANGED;
      case JOURNAL_UNAVAILABLE -> ProblemCode.JOURNAL_UNAVAILABLE;
      case STALE -> ProblemCode.LEADER_UNAVAILABLE;
      case HOST_DISALLOWED -> throw new IllegalStateException("a registration is refused so");
    };
  }

  public static ProblemCode codeOf(EditRejection code) {
    return switch (code) {
      case NOT_CONFIGURED -> ProblemCode.EXCLUDE_LIST_NOT_CONFIGURED;
      case CONFIGURATION_UNREADABLE -> ProblemCode.CONFIGURATION_UNREADABLE;
      case LIST_UNREADABLE -> ProblemCode.LIST_UNREADABLE;
      case OLDER_LISTS -> ProblemCode.OLDER_LISTS;
      case UNKNOWN_HOST -> ProblemCode.UNKNOWN_HOST;
      case CONFIRMATION_REQUIRED -> ProblemCode.CONFIRMATION_REQUIRED;
      case PLAN_CHANGED -> ProblemCode.PLAN_CHANGED;
      case LISTS_CHANGED -> ProblemCode.LISTS_CHANGED;
      case NOT_EDITABLE -> ProblemCode.LIST_NOT_EDITABLE;
      case NOT_WRITABLE -> ProblemCode.LIST_NOT_WRITABLE;
      case BUSY -> ProblemCode.LIST_BUSY;
      case JOURNAL_UNAVAILABLE -> ProblemCode.JOURNAL_UNAVAILABLE;
      case UNKNOWN -> ProblemCode.LEADER_UNAVAILABLE;
    };
  }

  public static ProblemCode codeOf(RefreshRejection code) {
    return switch (code) {
      case LIST_UNREADABLE -> ProblemCode.LIST_UNREADABLE;
      case CONFIGURATION_UNREADABLE -> ProblemCode.CONFIGURATION_UNREADABLE;
      case OLDER_LISTS -> ProblemCode.OLDER_LISTS;
      case NODES_NOT_SEEN -> ProblemCode.NOT_READY;
      case KEY_REUSED -> ProblemCode.IDEMPOTENCY_KEY_REUSED;
      case CONFIRMATION_REQUIRED -> ProblemCode.CONFIRMATION_REQUIRED;
      case PLAN_CHANGED -> ProblemCode.PLAN_CHANGED;
      case UNKNOWN_OPERATION -> ProblemCode.OPERATION_NOT_FOUND;
      case TOO_MANY_REFRESHES -> ProblemCode.TOO_MANY_REFRESHES;
      case JOURNAL_UNAVAILABLE -> ProblemCode.JOURNAL_UNAVAILABLE;
    };
  }

  public static ProblemCode codeOf(QueueRejection code) {
    return switch (code) {
      case UNKNOWN_HOST -> ProblemCode.UNKNOWN_HOST;
      case ALREADY_QUEUED -> ProblemCode.ALREADY_QUEUED;
      case ALREADY_EXCLUDED -> ProblemCode.ALREADY_EXCLUDED;
      case WINDOW_CLOSED -> ProblemCode.WINDOW_CLOSED;
      case UNKNOWN_QUEUED_DRAIN -> ProblemCode.QUEUED_DRAIN_NOT_FOUND;
      case CONFIRMATION_REQUIRED -> ProblemCode.CONFIRMATION_REQUIRED;
      case QUEUE_FULL -> ProblemCode.QUEUE_FULL;
      case JOURNAL_UNAVAILABLE -> ProblemCode.JOURNAL_UNAVAILABLE;
    };
  }
}
