package ebb.differential;

import akka.Done;
import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.actor.typed.internal.AdaptMessage;
import akka.actor.typed.internal.AdaptWithRegisteredMessageAdapter;
import akka.actor.typed.internal.TimerSchedulerImpl;
import akka.dispatch.Envelope;
import akka.dispatch.MailboxType;
import akka.dispatch.MessageQueue;
import akka.dispatch.UnboundedMailbox;
import akka.persistence.AtomicWrite;
import akka.persistence.JournalProtocol;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import ebb.differential.Budget.Part;
import ebb.hadoop.DirectNodes;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The mailbox of every actor, which counts incoming messages in the {@link Budget}. The sender is
 * the actor that is running; outside of actors, as in a heartbeat or at the completion of a future,
 * it is "a call".
 */
public final class MessageCount implements MailboxType {
  private static final String NODE = "RMNode";
  private static final String WATCHER = "watcher";

  /** Starts nodes and forwards their messages, as sharding would. */
  private static final String REGION = "nodes";

  /** Called by Akka. */
  public MessageCount(ActorSystem.Settings settings, Config config) {}

  static Config ofAllActors() {
    String type = ".mailbox-type = \"" + MessageCount.class.getName() + "\"\n";
    return ConfigFactory.parseString(
        "akka.actor.default-mailbox" + type + "akka.actor.typed.default-mailbox" + type);
  }

  @Override
  public MessageQueue create(Option<ActorRef> owner, Option<ActorSystem> system) {
    return new Counted();
  }

  private static final class Counted extends UnboundedMailbox.MessageQueue {
    private static final long serialVersionUID = 1;

    @Override
    public void enqueue(ActorRef receiver, Envelope envelope) {
      if (envelope.message() instanceof JournalProtocol.WriteMessages write) {
        CollectionConverters.asJava(write.messages()).forEach(each -> written((AtomicWrite) each));
      } else if (!pathOf(receiver).isEmpty()) {
        String from = PumpExecutor.INSTANCE.running().map(MessageCount::nameOf).orElse("a call");
        sent(from, nameOf(receiver), envelope.message());
      }
      super.enqueue(receiver, envelope);
    }
  }

  private static void written(AtomicWrite write) {
    String writer = write.persistenceId().replaceFirst("\\|.*", "");
    Budget.INSTANCE.count(Part.WRITES, "journal", writer);
    CollectionConverters.asJava(write.payload())
        .forEach(row -> Budget.INSTANCE.count(Part.ROWS, writer, kindOf(row.payload())));
  }

  private static void sent(String from, String to, Object message) {
    if (message instanceof TimerSchedulerImpl.TimerMsg timer) {
      Budget.INSTANCE.count(Part.TIMERS, to, kindOf(timer.key()));
    } else if (message instanceof AdaptWithRegisteredMessageAdapter<?> adapted) {
      sent(from, to, adapted.msg());
    } else if (message instanceof AdaptMessage<?, ?> unread) {
      Object read = unread.adapt();
      boolean isPiped = !(read instanceof AdaptWithRegisteredMessageAdapter<?>);
      sent(isPiped ? to : from, to, read);
    } else if (message instanceof DirectNodes.Envelope envelope) {
      sent(from, NODE, envelope.command());
    } else if (isEbbs(message) && !from.equals(REGION)) {
      Budget.INSTANCE.count(partOf(from, to), from + " > " + to, kindOf(message));
      if (message instanceof Record question && isAsked(question)) {
        Budget.INSTANCE.count(Part.ASKS, from, kindOf(message));
      }
    }
  }

  private static boolean isEbbs(Object message) {
    return message instanceof Done || message.getClass().getName().startsWith("ebb.");
  }

  private static Part partOf(String from, String to) {
    if (from.equals(WATCHER) || to.equals(WATCHER)) {
      return Part.NODE_AND_WATCHER;
    }
    return from.equals(NODE) || to.equals(NODE) ? Part.LEADER_AND_NODES : Part.LEADER;
  }

  private static String kindOf(Object message) {
    return message instanceof Enum<?> one ? one.name() : message.getClass().getSimpleName();
  }

  /** Whether it is a promise that waits for the answer. */
  private static boolean isAsked(Record question) {
    try {
      for (RecordComponent each : question.getClass().getRecordComponents()) {
        each.getAccessor().setAccessible(true);
        if (each.getAccessor().invoke(question) instanceof akka.actor.typed.ActorRef<?> ref
            && ref.path().toStringWithoutAddress().startsWith("/temp/")) {
          return true;
        }
      }
      return false;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  // ---- names of actors ----

  /** Below the top of the sequence; empty for Akka's own actors. */
  private static List<String> pathOf(ActorRef actor) {
    List<String> path = new ArrayList<>();
    actor.path().getElements().forEach(path::add);
    boolean isBelow = path.size() > 2 && path.get(1).startsWith("sequence-");
    return isBelow ? path.subList(2, path.size()) : List.of();
  }

  private static String nameOf(ActorRef actor) {
    List<String> path = pathOf(actor);
    if (path.isEmpty()) {
      return "Akka";
    } else if (path.get(0).equals(REGION)) {
      return List.of(REGION, NODE, WATCHER).get(path.size() - 1);
    }
    String last = path.get(path.size() - 1);
    return last.startsWith("$") ? "a child of " + path.get(path.size() - 2) : last;
  }
}
