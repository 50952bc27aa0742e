package ebb.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Compares values with the schemas of openapi.json: as much of JSON Schema as that uses. */
final class OpenApiSchemas {
  private final JsonNode document;

  OpenApiSchemas(JsonNode document) {
    this.document = document;
  }

  JsonNode resolve(JsonNode reference) {
    return document.at(reference.asText().substring(1));
  }

  /** The values of an enumeration. */
  List<String> valuesOf(String pointer) {
    List<String> values = new ArrayList<>();
    document.at(pointer + "/enum").forEach(value -> values.add(value.asText()));
    return values;
  }

  void assertMatches(String where, JsonNode schema, JsonNode value) {
    assertThat(schema.isObject()).as("schema of " + where).isTrue();
    if (schema.has("$ref")) {
      assertMatches(where, resolve(schema.path("$ref")), value);
      return;
    } else if (schema.has("oneOf")) {
      if (!value.isNull()) {
        assertMatches(where, schema.path("oneOf").path(0), value);
      }
      return;
    }
    List<String> types = new ArrayList<>();
    schema.path("type").forEach(type -> types.add(type.asText()));
    if (types.isEmpty()) {
      types.add(schema.path("type").asText());
    }
    assertThat(types).as("type of " + where).contains(typeOf(value));
    if (schema.has("enum")) {
      assertThat(schema.path("enum")).as(where).contains(value);
    }
    if (value.isArray()) {
      value.forEach(element -> assertMatches(where + "[]", schema.path("items"), element));
    } else if (value.isObject()) {
      assertFieldsMatch(where, schema, value);
    }
  }

  private void assertFieldsMatch(String where, JsonNode schema, JsonNode value) {
    boolean closed = schema.has("additionalProperties");
    for (Iterator<String> names = value.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      JsonNode field = schema.path("properties").path(name);
      assertThat(!closed || field.isObject()).as(where + "." + name + " is described").isTrue();
      if (field.isObject()) {
        assertMatches(where + "." + name, field, value.path(name));
      }
    }
    for (JsonNode required : schema.path("required")) {
      assertThat(value.has(required.asText())).as(where + "." + required + " is there").isTrue();
    }
  }

  private static String typeOf(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> "string";
      case BOOLEAN -> "boolean";
      case NUMBER -> value.isIntegralNumber() ? "integer" : "number";
      case NULL -> "null";
      case ARRAY -> "array";
      default -> "object";
    };
  }
}
