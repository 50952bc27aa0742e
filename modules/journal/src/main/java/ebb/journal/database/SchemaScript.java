package ebb.journal.database;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The scripts that create the tables. */
final class SchemaScript {
  private SchemaScript() {}

  static String read(String name) {
    try (InputStream script = SchemaScript.class.getResourceAsStream(name)) {
      return new String(
          Objects.requireNonNull(script, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
