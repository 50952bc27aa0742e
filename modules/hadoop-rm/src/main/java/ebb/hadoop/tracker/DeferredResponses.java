package ebb.hadoop.tracker;

import ebb.domain.NodeId;
import ebb.domain.provenance.Peer;
import ebb.domain.provenance.PeerNetwork;
import ebb.domain.text.LinesPerMinute;
import ebb.hadoop.node.RegistrationAdmission.NotKnownException;
import ebb.hadoop.rpc.WaitingMemory;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.ipc.ProtobufRpcEngineCallback2;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.thirdparty.protobuf.Message;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers RPC calls through their callbacks when the decision is available, now or later, on any
 * thread. Pending requests may use only a bounded share of the memory.
 *
 * <p>Throws no exception. After a callback is registered, an exception would leave the handler
 * thread in a state in which it never answers the next call.
 */
final class DeferredResponses {
  private static final Logger LOG = LoggerFactory.getLogger(DeferredResponses.class);

  private static final PeerNetwork NOBODY = new PeerNetwork("nobody");

  private final Executor executor;
  private final LinesPerMinute lines;
  private final WaitingMemory waiting = new WaitingMemory(Runtime.getRuntime().maxMemory() / 8);

  /** The peer is not allowed to act for the node. */
  static final class WrongSenderException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WrongSenderException(String reason) {
      super(reason, null, false, false);
    }
  }

  DeferredResponses(Executor executor, LinesPerMinute lines) {
    this.executor = executor;
    this.lines = lines;
  }

  /**
   * Answers a registration. If the decision fails, the NodeManager should retry.
   *
   * @param id from the request
   * @param length of the request, which is kept until the answer
   * @param decision everything that it references is kept until the answer, too
   */
  void toRegistration(
      ProtobufRpcEngineCallback2 callback,
      String id,
      Optional<Peer> caller,
      int length,
      Supplier<CompletionStage<? extends Message>> decision) {
    answer(callback, caller, length, decision, failure -> tryAgain(id, caller, failure));
  }

  /** Answers an unregistration. If the decision fails, the unregistration is rejected. */
  void toUnregistration(
      ProtobufRpcEngineCallback2 callback,
      NodeId id,
      Peer peer,
      Supplier<CompletionStage<? extends Message>> decision) {
    answer(callback, Optional.of(peer), 0, decision, failure -> refuse(id, peer, failure));
  }

  private void answer(
      ProtobufRpcEngineCallback2 callback,
      Optional<Peer> caller,
      int length,
      Supplier<CompletionStage<? extends Message>> decision,
      Function<Throwable, Exception> refusal) {
    PeerNetwork from = caller.map(Peer::network).orElse(NOBODY);
    if (!waiting.take(from, length)) {
      String tooMany = "too many requests wait already; they take " + waiting.total() + " bytes";
      callback.error(refusal.apply(new NotKnownException(tooMany)));
      return;
    }
    CompletionStage<? extends Message> answer;
    try {
      answer = decision.get();
    } catch (RuntimeException e) {
      answer = CompletableFuture.failedStage(e);
    }
    answer.whenCompleteAsync(
        (message, failure) -> {
          waiting.release(from, length);
          if (failure == null) {
            callback.setResponse(message);
          } else {
            callback.error(refusal.apply(causeOf(failure)));
          }
        },
        executor);
  }

  private static Throwable causeOf(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  /**
   * The exception after which both of a NodeManager's retry policies retry: without HA at the
   * connect interval, with HA also on the other ResourceManagers and without a limit. With HA, a
   * RetriableException is retried only once (RMProxy.createRetryPolicy).
   */
  private StandbyException tryAgain(String id, Optional<Peer> caller, Throwable cause) {
    if (cause instanceof WrongSenderException) {
      String sender = EbbResourceTracker.textOf(caller);
      String refused = "Refused NodeManager " + id + sender + ": " + cause.getMessage();
      write(LOG::warn, "refused", caller, refused);
      return new StandbyException(refused);
    }
    String message = "Registration of " + id + " cannot be decided now: " + reasonOf(cause);
    boolean expected = isExpected(cause);
    write(
        line -> {
          if (expected) {
            LOG.warn("{}", line);
          } else {
            LOG.error("{}", line, cause);
          }
        },
        expected ? "try again" : "failed",
        caller,
        message + "; the NodeManager is told to retry");
    return new StandbyException(message);
  }

  /** A NodeManager that stops sends its request only once. */
  private YarnException refuse(NodeId id, Peer peer, Throwable cause) {
    String refused =
        "Refused to unregister NodeManager " + id + " " + peer.text("") + ": " + reasonOf(cause);
    write(LOG::warn, "refused unregistration", Optional.of(peer), refused);
    return EbbResourceTracker.withoutTrace(new YarnException(refused));
  }

  private static String reasonOf(Throwable cause) {
    if (cause instanceof TimeoutException) {
      return "nobody answered in time";
    }
    return isExpected(cause) ? String.valueOf(cause.getMessage()) : cause.toString();
  }

  private static boolean isExpected(Throwable cause) {
    return cause instanceof TimeoutException
        || cause instanceof NotKnownException
        || cause instanceof WrongSenderException;
  }

  private void write(Consumer<String> log, String kind, Optional<Peer> from, String line) {
    lines.write(log, kind, from.map(Peer::network), line);
  }
}
