package ebb.journal.event;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import ebb.domain.DrainTimeout;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;

/** DrainTimeout as the exact number of seconds; -1 for an infinite one, {@code "held"} for HELD. */
final class DrainTimeoutJson {
  private static final int NANO_DIGITS = 9;

  /** Numbers of this many digits fit into a long. A short text like 1e999999999 has far more. */
  private static final int LONG_DIGITS = 18;

  private DrainTimeoutJson() {}

  static final class Writer extends StdScalarSerializer<DrainTimeout> {
    private static final long serialVersionUID = 1L;

    Writer() {
      super(DrainTimeout.class);
    }

    @Override
    public void serialize(DrainTimeout timeout, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      Duration limit = timeout.limit().orElse(Duration.ofSeconds(-1));
      if (timeout.held()) {
        out.writeString(timeout.exact());
      } else if (limit.toNanosPart() == 0) {
        out.writeNumber(limit.toSeconds());
      } else {
        out.writeNumber(
            BigDecimal.valueOf(limit.toSeconds())
                .add(BigDecimal.valueOf(limit.toNanosPart(), NANO_DIGITS))
                .stripTrailingZeros());
      }
    }
  }

  static final class Reader extends StdScalarDeserializer<DrainTimeout> {
    private static final long serialVersionUID = 1L;

    Reader() {
      super(DrainTimeout.class);
    }

    @Override
    public DrainTimeout deserialize(JsonParser in, DeserializationContext context)
        throws IOException {
      if (in.hasToken(JsonToken.VALUE_NUMBER_INT)) {
        return DrainTimeout.ofSeconds(in.getLongValue());
      } else if (in.hasToken(JsonToken.VALUE_NUMBER_FLOAT)) {
        return exact(in.getDecimalValue(), context);
      } else if (in.hasToken(JsonToken.VALUE_STRING)
          && in.getText().equals(DrainTimeout.HELD.exact())) {
        return DrainTimeout.HELD;
      }
      return (DrainTimeout) context.handleUnexpectedToken(DrainTimeout.class, in);
    }

    private static DrainTimeout exact(BigDecimal seconds, DeserializationContext context)
        throws IOException {
      if (seconds.signum() < 0) {
        return DrainTimeout.INFINITE;
      }
      if (seconds.precision() - (long) seconds.scale() > LONG_DIGITS) {
        return (DrainTimeout)
            context.handleWeirdNumberValue(DrainTimeout.class, seconds, "too large");
      }
      if (seconds.stripTrailingZeros().scale() > NANO_DIGITS) {
        return (DrainTimeout)
            context.handleWeirdNumberValue(DrainTimeout.class, seconds, "finer than a nanosecond");
      }
      BigDecimal[] parts = seconds.divideAndRemainder(BigDecimal.ONE);
      return DrainTimeout.of(
          Duration.ofSeconds(
              parts[0].longValueExact(), parts[1].movePointRight(NANO_DIGITS).longValueExact()));
    }
  }
}
