package ebb.cli.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import ebb.domain.text.VisibleText;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;

/**
 * Reads and writes JSON trees token by token. An ObjectMapper does the same, but to create one
 * takes a tenth of the time that a whole command may take.
 *
 * <p>Characters that are not visible in a terminal are written as escapes, which mean the same to a
 * program.
 */
public final class Json {
  private static final JsonFactory FACTORY = new JsonFactory();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private Json() {}

  public static ObjectNode object() {
    return NODES.objectNode();
  }

  public static ArrayNode array() {
    return NODES.arrayNode();
  }

  /**
   * @throws IOException if the text is not exactly one value
   */
  public static JsonNode parse(String text) throws IOException {
    try (JsonParser parser = FACTORY.createParser(text)) {
      if (parser.nextToken() == null) {
        throw new IOException("nothing");
      }
      JsonNode value = read(parser);
      if (parser.nextToken() != null) {
        throw new IOException("more than one value");
      }
      return value;
    }
  }

  private static JsonNode read(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> readObject(parser);
      case START_ARRAY -> readArray(parser);
      case VALUE_STRING -> NODES.textNode(parser.getText());
      case VALUE_NUMBER_INT -> NODES.numberNode(parser.getLongValue());
      case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDoubleValue());
      case VALUE_TRUE, VALUE_FALSE -> NODES.booleanNode(parser.getBooleanValue());
      case VALUE_NULL -> NODES.nullNode();
      default -> throw new IOException("unexpected " + parser.currentToken());
    };
  }

  private static ObjectNode readObject(JsonParser parser) throws IOException {
    ObjectNode object = object();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      parser.nextToken();
      object.set(name, read(parser));
    }
    return object;
  }

  private static ArrayNode readArray(JsonParser parser) throws IOException {
    ArrayNode array = array();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      array.add(read(parser));
    }
    return array;
  }

  /**
   * The tree of a record or a map, for commands that read a journal: that takes longer than to
   * create a mapper.
   */
  public static JsonNode tree(Object value) {
    return Mapper.ONE.valueToTree(value);
  }

  /** The mapper, created on first use. It analyzes each class once. */
  private static final class Mapper {
    static final ObjectMapper ONE = new ObjectMapper();
  }

  /** The value of a text, a number, or a collection of these. */
  public static JsonNode of(Object value) {
    if (value instanceof Collection<?> all) {
      ArrayNode array = array();
      all.forEach(each -> array.add(of(each)));
      return array;
    } else if (value instanceof Integer || value instanceof Long) {
      return NODES.numberNode(((Number) value).longValue());
    }
    return NODES.textNode(value.toString());
  }

  /** The value in one line. */
  public static String compact(JsonNode value) {
    return write(value, false);
  }

  /** The value in several lines, for people who read the output for programs. */
  public static String pretty(JsonNode value) {
    return write(value, true);
  }

  private static String write(JsonNode value, boolean pretty) {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = FACTORY.createGenerator(text)) {
      if (pretty) {
        generator.setPrettyPrinter(new DefaultPrettyPrinter());
      }
      write(value, generator);
    } catch (IOException e) {
      throw new UncheckedIOException("no JSON for a " + value.getNodeType(), e);
    }
    return withCodes(text.toString());
  }

  /**
   * Replaces hidden characters by escapes. Outside of strings, only the ends of lines are hidden
   * characters, and they stay.
   */
  private static String withCodes(String json) {
    StringBuilder shown = new StringBuilder(json.length());
    int character;
    for (int i = 0; i < json.length(); i += Character.charCount(character)) {
      character = json.codePointAt(i);
      if (VisibleText.isHidden(character) && character != '\n' && character != '\r') {
        for (char half : Character.toChars(character)) {
          shown.append("\\u%04x".formatted((int) half));
        }
      } else {
        shown.appendCodePoint(character);
      }
    }
    return shown.toString();
  }

  private static void write(JsonNode value, JsonGenerator generator) throws IOException {
    switch (value.getNodeType()) {
      case OBJECT -> {
        generator.writeStartObject();
        for (Iterator<Map.Entry<String, JsonNode>> it = value.fields(); it.hasNext(); ) {
          Map.Entry<String, JsonNode> field = it.next();
          generator.writeFieldName(field.getKey());
          write(field.getValue(), generator);
        }
        generator.writeEndObject();
      }
      case ARRAY -> {
        generator.writeStartArray();
        for (JsonNode element : value) {
          write(element, generator);
        }
        generator.writeEndArray();
      }
      case STRING -> generator.writeString(value.textValue());
      case NUMBER -> generator.writeNumber(value.asText());
      case BOOLEAN -> generator.writeBoolean(value.booleanValue());
      case NULL, MISSING, BINARY, POJO -> generator.writeNull();
    }
  }
}
