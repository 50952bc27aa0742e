package ebb.app.wire;

import akka.actor.ExtendedActorSystem;
import akka.serialization.SerializerWithStringManifest;
import akka.serialization.jackson.JacksonCborSerializer;
import java.io.NotSerializableException;

/**
 * Serializes messages between instances with Akka's Jackson CBOR serializer, under our own
 * manifests instead of class names (see {@link MessageManifests}). Settings: {@code
 * akka.serialization.jackson.jackson-cbor}.
 */
public final class MessageSerializer extends SerializerWithStringManifest {
  /** Part of every message, so it never changes. */
  static final int IDENTIFIER = 9002;

  private final JacksonCborSerializer cbor;

  /** Called by Akka. */
  public MessageSerializer(ExtendedActorSystem system) {
    cbor = new JacksonCborSerializer(system, "jackson-cbor");
  }

  @Override
  public int identifier() {
    return IDENTIFIER;
  }

  /**
   * @throws IllegalArgumentException for a message that stays on its instance
   */
  @Override
  public String manifest(Object message) {
    return MessageManifests.TABLE
        .of(message.getClass())
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Expected a message between instances, but got "
                        + message.getClass().getName()));
  }

  @Override
  public byte[] toBinary(Object message) {
    return cbor.toBinary(message);
  }

  @Override
  public Object fromBinary(byte[] bytes, String manifest) throws NotSerializableException {
    Class<?> type =
        MessageManifests.TABLE
            .classOf(manifest)
            .orElseThrow(
                () ->
                    new NotSerializableException(
                        "Unknown message '"
                            + manifest
                            + "': it comes from a newer release, or from something else"));
    return cbor.fromBinary(bytes, type.getName());
  }
}
