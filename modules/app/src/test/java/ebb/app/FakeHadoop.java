package ebb.app;

import akka.Done;
import akka.actor.typed.ActorRef;
import ebb.domain.NodeId;
import ebb.hadoop.HadoopRole;
import ebb.node.Leader;
import ebb.nodeslist.observed.NodeObservation;
import ebb.nodeslist.observed.ObservedApplication;
import ebb.nodeslist.observed.ObservedContainer;
import ebb.nodeslist.protocol.LeaderCommand;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers what it was told, in order, and does it when the test says so. */
public final class FakeHadoop implements HadoopRole {
  /** One call; the stage is the test's to complete. */
  public record Call(String name, CompletableFuture<Done> done) {
    public void succeed() {
      done.complete(Done.getInstance());
    }

    public void fail(Throwable reason) {
      done.completeExceptionally(reason);
    }
  }

  /** What it says of itself; an administrator can make it a standby. */
  public volatile boolean active = true;

  final List<Call> calls = new CopyOnWriteArrayList<>();

  public List<String> told() {
    return calls.stream().map(Call::name).toList();
  }

  public Call last() {
    return calls.get(calls.size() - 1);
  }

  private CompletionStage<Done> add(String name) {
    var call = new Call(name, new CompletableFuture<>());
    calls.add(call);
    return call.done();
  }

  @Override
  public CompletionStage<Done> start(Leader leader, ActorRef<LeaderCommand> singleton) {
    return add("start in term " + leader.term());
  }

  @Override
  public CompletionStage<Done> prepare() {
    return add("prepare");
  }

  @Override
  public CompletionStage<Done> standBy() {
    return add("stand by");
  }

  @Override
  public CompletionStage<Done> stop() {
    return add("stop");
  }

  @Override
  public boolean isActive() {
    return active;
  }

  @Override
  public NodeObservation observation(NodeId nodeId) {
    return NodeObservation.NONE;
  }

  @Override
  public boolean areAclsEnabled() {
    return false;
  }

  @Override
  public List<ObservedApplication> applications(Collection<String> ids) {
    return List.of();
  }

  @Override
  public List<ObservedContainer> containers(NodeId nodeId) {
    return List.of();
  }
}
