package ebb.journal.event;

import akka.actor.ExtendedActorSystem;
import akka.serialization.SerializerWithStringManifest;
import akka.serialization.jackson.JacksonObjectMapperProvider;
import java.io.NotSerializableException;
import java.util.Optional;

/**
 * Serializes the events of nodes and lists as JSON with Akka's Jackson mapper. The manifests are
 * those of {@link EventManifests} instead of class names. The JSON is never compressed, so a row
 * can be read with any tool.
 */
public final class EventsJsonSerializer extends SerializerWithStringManifest {
  /** Stored with every row, so it can never change. */
  public static final int IDENTIFIER = 9001;

  /** The settings of the mapper are in {@code akka.serialization.jackson.events-json}. */
  private static final String BINDING = "events-json";

  private final EventCodec codec;

  /** Called by Akka. */
  public EventsJsonSerializer(ExtendedActorSystem system) {
    codec =
        new EventCodec(
            JacksonObjectMapperProvider.get(system).getOrCreate(BINDING, Optional.empty()));
  }

  @Override
  public int identifier() {
    return IDENTIFIER;
  }

  @Override
  public String manifest(Object event) {
    return codec.manifestOf(event);
  }

  @Override
  public byte[] toBinary(Object event) {
    return codec.write(event);
  }

  @Override
  public Object fromBinary(byte[] bytes, String manifest) throws NotSerializableException {
    return codec.read(manifest, bytes);
  }
}
