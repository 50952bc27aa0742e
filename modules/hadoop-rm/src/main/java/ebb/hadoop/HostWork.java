package ebb.hadoop;

import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** Runs what may wait for a name server or a topology script, for the sake of one host. */
interface HostWork extends AutoCloseable {

  /** Fails with a TimeoutException if it takes too long, or with the work's own exception. */
  <T> CompletionStage<T> run(String host, Supplier<T> work);

  @Override
  void close();
}
