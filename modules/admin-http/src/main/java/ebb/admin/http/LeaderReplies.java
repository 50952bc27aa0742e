package ebb.admin.http;

import ebb.domain.RejectionCode;
import ebb.domain.queue.QueueRejection;
import ebb.hosts.EditRejection;
import ebb.hosts.RefreshRejection;
import ebb.node.NodeReply;
import ebb.nodeslist.protocol.NodesListReply;
import ebb.nodeslist.protocol.NodesListReply.EditRefused;
import ebb.nodeslist.protocol.NodesListReply.ListsSeen;
import ebb.nodeslist.protocol.NodesListReply.QueueRefused;
import ebb.nodeslist.protocol.NodesListReply.QueueSeen;
import ebb.nodeslist.protocol.NodesListReply.Refreshed;
import ebb.nodeslist.protocol.NodesListReply.Rejected;
import java.util.concurrent.TimeoutException;

/** Answers of the leader, with problems for what it rejects. */
public final class LeaderReplies {
  private LeaderReplies() {}

  public static NodesListReply edited(NodesListReply reply, Throwable failure) {
    if (reply instanceof ListsSeen || reply instanceof Refreshed) {
      return reply;
    } else if (reply instanceof EditRefused refused) {
      throw new ProblemException(codeOf(refused.code()), refused.reason());
    } else if (failure instanceof TimeoutException) {
      throw new ProblemException(
          ProblemCode.LEADER_UNAVAILABLE,
          "It is not known whether the file was edited; look at /api/v1/lists");
    }
    throw new IllegalStateException("no answer to an edit: " + reply, failure);
  }

  public static Refreshed refreshed(NodesListReply reply, Throwable failure) {
    if (reply instanceof Refreshed done) {
      return done;
    } else if (reply instanceof Rejected rejected) {
      throw new ProblemException(codeOf(rejected.code()), rejected.reason());
    } else if (failure instanceof TimeoutException) {
      throw new ProblemException(
          ProblemCode.LEADER_UNAVAILABLE,
          "It is not known whether the refresh was accepted; look at /api/v1/nodes before you"
              + " repeat it");
    }
    throw new IllegalStateException("no answer to a refresh: " + reply, failure);
  }

  public static QueueSeen queue(NodesListReply reply) {
    if (reply instanceof QueueRefused refused) {
      throw new ProblemException(codeOf(refused.code()), refused.reason());
    }
    return (QueueSeen) reply;
  }

  /** For a rejected change of a timeout. */
  public static ProblemException problem(NodeReply.Refused refused) {
    return new ProblemException(codeOf(refused.code()), refused.reason());
  }

  private static ProblemCode codeOf(RejectionCode code) {
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

  private static ProblemCode codeOf(EditRejection code) {
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

  private static ProblemCode codeOf(RefreshRejection code) {
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

  private static ProblemCode codeOf(QueueRejection code) {
    return switch (code) {
      case UNKNOWN_HOST -> ProblemCode.UNKNOWN_HOST;
      case ALREADY_QUEUED -> ProblemCode.ALREADY_QUEUED;
      case ALREADY_EXCLUDED -> ProblemCode.ALREADY_EXCLUDED;
      case WINDOW_CLOSED -> ProblemCode.WINDOW_CLOSED;
      case UNKNOWN_WINDOW -> ProblemCode.UNKNOWN_WINDOW;
      case CAPACITY_MISSING -> ProblemCode.CAPACITY_MISSING;
      case UNKNOWN_QUEUED_DRAIN -> ProblemCode.QUEUED_DRAIN_NOT_FOUND;
      case CONFIRMATION_REQUIRED -> ProblemCode.CONFIRMATION_REQUIRED;
      case QUEUE_FULL -> ProblemCode.QUEUE_FULL;
      case JOURNAL_UNAVAILABLE -> ProblemCode.JOURNAL_UNAVAILABLE;
    };
  }
}
