package ebb.simulator;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.retry.RetryPolicies;
import org.apache.hadoop.io.retry.RetryPolicy;
import org.apache.hadoop.io.retry.RetryPolicy.RetryAction;
import org.apache.hadoop.io.retry.RetryPolicy.RetryAction.RetryDecision;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.yarn.client.RMProxy;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * When a node whose call failed tries the next ResourceManager. The rule is Hadoop's own, with the
 * settings that a NodeManager reads.
 */
final class RetryRule {
  private final RetryPolicy policy;

  private RetryRule(RetryPolicy policy) {
    this.policy = policy;
  }

  /** For the only ResourceManager: whoever paces the nodes is the one to try again. */
  static RetryRule none() {
    return new RetryRule(RetryPolicies.TRY_ONCE_THEN_FAIL);
  }

  /** As {@code ServerRMProxy} makes it for a NodeManager that knows several ResourceManagers. */
  static RetryRule ofNodeManager(Configuration hadoop) {
    var conf = new Configuration(hadoop);
    copy(
        conf,
        YarnConfiguration.NM_RESOURCEMANAGER_CONNECT_MAX_WAIT_MS,
        YarnConfiguration.RESOURCEMANAGER_CONNECT_MAX_WAIT_MS);
    copy(
        conf,
        YarnConfiguration.NM_RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS,
        YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS);
    return new RetryRule(RMProxy.createRetryPolicy(conf, true));
  }

  private static void copy(Configuration conf, String from, String to) {
    String value = conf.get(from);
    if (value != null) {
      conf.set(to, value);
    }
  }

  /**
   * @param millis before it is tried again
   * @param movesOn whether the next ResourceManager is asked, or the same one once more
   */
  record Next(long millis, boolean movesOn) {}

  /**
   * What a node does whose call failed.
   *
   * @param tries how often this call has been tried again already
   * @param moves how often of these with the next ResourceManager
   * @return empty if the node gives this call up
   * @throws IllegalStateException if Hadoop's rule itself fails
   */
  Optional<Next> after(Throwable failure, int tries, int moves) {
    RetryAction action = ask(cause(failure), tries, moves);
    return action.action == RetryDecision.FAIL
        ? Optional.empty()
        : Optional.of(
            new Next(action.delayMillis, action.action == RetryDecision.FAILOVER_AND_RETRY));
  }

  private RetryAction ask(Exception cause, int tries, int moves) {
    try {
      // A registration may be repeated, and a heartbeat is answered once: Hadoop says so of both.
      return policy.shouldRetry(cause, tries, moves, true);
    } catch (Exception e) {
      throw new IllegalStateException("Hadoop's rule for the next try failed", e);
    }
  }

  /** As a client sees it: what the server threw, if it did. */
  private static Exception cause(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    if (cause instanceof RemoteException remote) {
      return remote.unwrapRemoteException();
    }
    return cause instanceof Exception exception ? exception : new IOException(cause);
  }
}
