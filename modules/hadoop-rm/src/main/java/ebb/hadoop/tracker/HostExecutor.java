package ebb.hadoop.tracker;

import ebb.domain.provenance.PeerNetwork;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Runs work for one host that may wait for a name server or a topology script. */
public interface HostExecutor extends AutoCloseable {

  /**
   * @param from the network whose share of the threads is used; empty for no network's share
   * @return a stage that fails with a TimeoutException if the work takes too long, or with the
   *     work's own exception
   */
  <T> CompletionStage<T> run(String host, Optional<PeerNetwork> from, Supplier<T> work);

  @Override
  void close();
}
