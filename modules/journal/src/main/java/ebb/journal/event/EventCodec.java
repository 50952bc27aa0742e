package ebb.journal.event;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.fasterxml.jackson.module.paramnames.ParameterNamesModule;
import java.io.IOException;
import java.io.NotSerializableException;
import java.util.Optional;

/** Converts events to and from their form in the journal: a manifest and JSON bytes. */
public final class EventCodec {
  private final ObjectMapper mapper;

  EventCodec(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  /** A codec for use without an actor system; reads and writes the same bytes as Akka's mapper. */
  public static EventCodec withoutAkka() {
    return new EventCodec(
        JsonMapper.builder()
            .addModules(
                new Jdk8Module(),
                new JavaTimeModule(),
                new ParameterNamesModule(),
                new DomainModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build());
  }

  /**
   * @throws IllegalArgumentException for an object that is not an event or snapshot of the journal
   */
  String manifestOf(Object event) {
    return EventManifests.TABLE
        .of(event.getClass())
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Expected an event of the journal, but got " + event.getClass().getName()));
  }

  public byte[] write(Object event) {
    manifestOf(event);
    return writeState(event);
  }

  /**
   * @throws NotSerializableException if the manifest is unknown, or the bytes do not match it
   */
  public Object read(String manifest, byte[] bytes) throws NotSerializableException {
    Class<?> type =
        EventManifests.TABLE
            .classOf(manifest)
            .orElseThrow(
                () ->
                    new NotSerializableException(
                        "Unknown manifest '"
                            + manifest
                            + "': the journal was written by a newer release, or by something"
                            + " else"));
    try {
      Object read = mapper.readValue(bytes, type);
      if (read == null) {
        throw new NotSerializableException("Cannot read " + manifest + ": the row says null");
      }
      return read;
    } catch (NotSerializableException e) {
      throw e;
    } catch (IOException | RuntimeException e) { // a value that its class cannot hold
      String reason = e.getMessage() == null ? e.toString() : e.getMessage();
      var unreadable = new NotSerializableException("Cannot read " + manifest + ": " + reason);
      unreadable.initCause(e);
      throw unreadable;
    }
  }

  /** Writes what can be made anew from events at any time, so that its form may change. */
  public byte[] writeState(Object state) {
    try {
      return mapper.writeValueAsBytes(state);
    } catch (IOException e) {
      throw new IllegalArgumentException("Cannot write " + state, e);
    }
  }

  /** Reads what {@link #writeState} wrote; empty if its form has changed since. */
  public <T> Optional<T> readState(byte[] bytes, Class<T> type) {
    try {
      return Optional.ofNullable(mapper.readValue(bytes, type));
    } catch (IOException | RuntimeException e) { // a value that its class cannot hold
      return Optional.empty();
    }
  }
}
