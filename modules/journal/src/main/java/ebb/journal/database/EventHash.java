package ebb.journal.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The hash in an event's row: SHA-256 over the hash of the event before it of the same actor, and
 * over this event. So it covers all events of the actor up to this one. Immutable.
 */
public final class EventHash {
  /** Before an actor's first event, and of a row that an earlier build wrote. */
  public static final EventHash NONE = new EventHash(new byte[32]);

  private final byte[] bytes;

  private EventHash(byte[] bytes) {
    this.bytes = bytes;
  }

  /** The hash in a column, or {@link #NONE} if the column is null. */
  static EventHash of(byte @Nullable [] column) {
    return column == null ? NONE : new EventHash(column);
  }

  /** The hash of a {@link #toString}. */
  public static EventHash parse(String text) {
    return new EventHash(HexFormat.of().parseHex(text));
  }

  /** The hash of the next event of the same actor. The frozen form of its input is in ADR 31. */
  EventHash next(
      String persistenceId,
      long sequenceNumber,
      String writer,
      long writeTimestamp,
      int serializer,
      String manifest,
      byte[] payload) {
    MessageDigest digest = begun();
    add(persistenceId.getBytes(UTF_8), digest);
    add(writer.getBytes(UTF_8), digest);
    add(manifest.getBytes(UTF_8), digest);
    ByteBuffer numbers = ByteBuffer.allocate(2 * Long.BYTES + Integer.BYTES);
    digest.update(
        numbers.putLong(sequenceNumber).putLong(writeTimestamp).putInt(serializer).flip());
    digest.update(payload);
    return new EventHash(digest.digest());
  }

  /** The hash over this one and another one, in this order. */
  public EventHash with(EventHash next) {
    MessageDigest digest = begun();
    digest.update(next.bytes);
    return new EventHash(digest.digest());
  }

  private MessageDigest begun() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(bytes);
      return digest;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Each Java platform has SHA-256", e);
    }
  }

  /** The length comes first, so that no two texts run into each other. */
  private static void add(byte[] text, MessageDigest digest) {
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, text.length));
    digest.update(text);
  }

  byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof EventHash hash && Arrays.equals(bytes, hash.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** 64 hexadecimal digits. */
  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
