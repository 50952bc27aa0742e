package ebb.journal;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.ConfigFactory;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Takes a leader term, then writes events of many nodes as fast as it can, until it is killed. Says
 * {@code term N} and after each event {@code node number}, unbuffered.
 */
final class KilledWriter {
  private static final int NODES = 64;

  /** Too large to be kept in its row. */
  private static final int LARGE = 6000;

  private static final FileOutputStream OUT = new FileOutputStream(FileDescriptor.out);

  private KilledWriter() {}

  public static void main(String[] arguments) throws IOException {
    JournalDatabase database = TestDatabase.openAsTheSame(TestDatabase.settings(arguments));
    say("term " + database.leaderTerm().takeNext());
    ActorSystem.create(
        Behaviors.<String>setup(context -> new Fleet(context.getSelf()).start(context::spawn)),
        "writer",
        database.akkaConfig().withFallback(ConfigFactory.load()));
    // Whoever started this is gone when its end of the pipe is.
    System.in.read();
    Runtime.getRuntime().halt(1);
  }

  private static void say(String line) {
    try {
      OUT.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Has each node write its next event as soon as the one before is acknowledged. */
  private static final class Fleet {
    private final ActorRef<String> self;
    private final Map<String, ActorRef<RecordingActor.Append>> nodes = new HashMap<>();

    Fleet(ActorRef<String> self) {
      this.self = self;
    }

    Behavior<String> start(Spawner spawner) {
      for (int i = 0; i < NODES; i++) {
        String node = "n" + i + ":1";
        var writer = spawner.spawn(RecordingActor.create(node, self), "node-" + i);
        nodes.put(node, writer);
        writer.tell(new RecordingActor.Append(""));
      }
      return Behaviors.receiveMessage(this::onAcknowledged);
    }

    private Behavior<String> onAcknowledged(String nodeAndNumber) {
      say(nodeAndNumber);
      String node = nodeAndNumber.substring(0, nodeAndNumber.indexOf(' '));
      boolean large = nodeAndNumber.endsWith("0");
      ActorRef<RecordingActor.Append> writer = nodes.get(node);
      if (writer != null) {
        writer.tell(new RecordingActor.Append(large ? "x".repeat(LARGE) : ""));
      }
      return Behaviors.same();
    }
  }

  private interface Spawner {
    ActorRef<RecordingActor.Append> spawn(Behavior<RecordingActor.Append> behavior, String name);
  }
}
