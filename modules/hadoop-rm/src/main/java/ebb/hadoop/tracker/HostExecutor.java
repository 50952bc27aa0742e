package ebb.hadoop.tracker;

import ebb.domain.provenance.PeerNetwork;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Runs what may wait for a name server or a topology script, for the sake of one host. */
public interface HostExecutor extends AutoCloseable {

  /**
   * @param from whose share of the threads it uses; empty: nobody's
   * @return fails with a TimeoutException if it takes too long, or with the work's own exception
   */
  <T> CompletionStage<T> run(String host, Optional<PeerNetwork> from, Supplier<T> work);

  @Override
  void close();
}
