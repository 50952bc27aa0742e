package ebb.app.cluster;

import akka.Done;
import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.actor.ActorSystemImpl;
import akka.actor.Address;
import akka.actor.DynamicAccess;
import akka.actor.ExtendedActorSystem;
import akka.cluster.Cluster;
import akka.cluster.ClusterActorRefProvider;
import akka.dispatch.Futures;
import akka.event.EventStream;
import akka.event.LoggingAdapter;
import akka.remote.RemoteActorRef;
import akka.remote.RemoteTransport;
import akka.remote.artery.ArterySettings;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.collection.immutable.Set;
import scala.concurrent.Future;

/**
 * A cluster of one instance: to Akka it is a member like any other, but without a port, streams or
 * connections. Messages to any address but its own go to dead letters.
 *
 * <p>Akka has no setting for this. Its provider is internal, but it can be extended: {@code init}
 * of the superclasses sets up a transport with a port, and this class sets up one without. ADR 23.
 */
final class LoneActorRefProvider extends ClusterActorRefProvider {
  private @Nullable RemoteTransport transport;
  private Option<ActorRef> remoteWatcher = Option.empty();

  /** Called by Akka, with these parameters. */
  LoneActorRefProvider(
      String systemName,
      ActorSystem.Settings settings,
      EventStream eventStream,
      DynamicAccess dynamicAccess) {
    super(systemName, settings, eventStream, dynamicAccess);
  }

  @Override
  public void init(ActorSystemImpl system) {
    local().init(system);
    transport = new NoTransport(system, this);
    remoteWatcher = Option.apply(createRemoteWatcher(system));
    Cluster.get(system);
  }

  @Override
  public @Nullable RemoteTransport transport() {
    return transport;
  }

  @Override
  public Option<ActorRef> remoteWatcher() {
    return remoteWatcher;
  }

  private static final class NoTransport extends RemoteTransport {
    private final Address address;

    NoTransport(ExtendedActorSystem system, LoneActorRefProvider provider) {
      super(system, provider);
      ArterySettings.Canonical$ canonical = provider.remoteSettings().Artery().Canonical();
      address = new Address("akka", system.name(), canonical.Hostname(), canonical.Port());
    }

    @Override
    public Set<Address> addresses() {
      return new Set.Set1<>(address);
    }

    @Override
    public Address defaultAddress() {
      return address;
    }

    @Override
    public Address localAddressForRemote(Address remote) {
      return address;
    }

    @Override
    public void start() {}

    @Override
    public Future<Done> shutdown() {
      return Futures.successful(Done.getInstance());
    }

    @Override
    public void send(Object message, @Nullable ActorRef sender, RemoteActorRef recipient) {
      system().deadLetters().tell(message, sender == null ? ActorRef.noSender() : sender);
    }

    @Override
    public LoggingAdapter log() {
      return provider().log();
    }

    @Override
    public void quarantine(Address remote, Option<Object> uid, String reason) {}
  }
}
