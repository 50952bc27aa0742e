package ebb.journal.event;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import ebb.domain.NodeId;
import java.io.IOException;

/** Reads and writes a NodeId as {@code host:port}. */
final class NodeIdJson {
  private NodeIdJson() {}

  static final class Reader extends FromStringDeserializer<NodeId> {
    private static final long serialVersionUID = 1L;

    Reader() {
      super(NodeId.class);
    }

    @Override
    protected NodeId _deserialize(String text, DeserializationContext context) {
      return NodeId.parse(text);
    }
  }

  static final class KeyWriter extends JsonSerializer<NodeId> {
    @Override
    public void serialize(NodeId id, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeFieldName(id.toString());
    }
  }

  static final class KeyReader extends KeyDeserializer {
    @Override
    public Object deserializeKey(String key, DeserializationContext context) throws IOException {
      try {
        return NodeId.parse(key);
      } catch (IllegalArgumentException e) {
        return context.handleWeirdKey(NodeId.class, key, "%s", e.getMessage());
      }
    }
  }
}
