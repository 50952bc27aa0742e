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
 * When a node whose call failed tries the next ResourceManager. Uses Hadoop's own retry policy,
 * with the settings that a NodeManager reads.
 */
final class RetryRule {
  private final RetryPolicy policy;

  private RetryRule(RetryPolicy policy) {
    this.policy = policy;
  }

  /** For a single ResourceManager: {@link Beats} make the next attempt. */
  static RetryRule none() {
    return new RetryRule(RetryPolicies.TRY_ONCE_THEN_FAIL);
  }

  /** The policy of {@code ServerRMProxy} for a NodeManager that knows several ResourceManagers. */
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
   * @param millis delay before the next attempt
   * @param movesOn whether it goes to the next ResourceManager, or to the same one
   */
  record Next(long millis, boolean movesOn) {}

  /**
   * What a node does after a failed call.
   *
   * @param tries how often this call has already been retried
   * @param moves how many of these went to the next ResourceManager
   * @return empty if the node gives up this call
   * @throws IllegalStateException if Hadoop's policy itself fails
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
      // Hadoop marks a registration as idempotent and a heartbeat as at-most-once; both may be
      // retried.
      return policy.shouldRetry(cause, tries, moves, true);
    } catch (Exception e) {
      throw new IllegalStateException("Hadoop's rule for the next try failed", e);
    }
  }

  /** What the server threw, if it did, as a client sees it. */
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
