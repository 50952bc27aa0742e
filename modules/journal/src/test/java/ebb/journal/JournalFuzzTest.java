package ebb.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import ebb.domain.lists.NodesListEvent;
import ebb.journal.event.EventCodec;
import ebb.journal.event.EventManifests;
import ebb.journal.event.JournalPosition;
import ebb.journal.event.JournaledEvent;
import ebb.journal.event.ReplayException;
import ebb.journal.replay.JournalReplay;
import java.io.IOException;
import java.io.NotSerializableException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whatever a row holds: the event that it tells of, or one refusal that names the row and the
 * reason. Random rows come from a seed; {@code -Dseed=} repeats one.
 */
@Timeout(120)
final class JournalFuzzTest {
  private static final Logger LOG = LoggerFactory.getLogger(JournalFuzzTest.class);
  private static final EventCodec CODEC = EventCodec.withoutAkka();
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String NODE = "RMNode|" + SampleEvents.NODE;
  private static final int RUNS = 400;

  static Set<String> manifests() {
    return new TreeSet<>(EventManifests.TABLE.all());
  }

  // ---- rows that cannot be read ----

  @ParameterizedTest
  @MethodSource("manifests")
  void shouldRefuseEveryTruncatedRow(String manifest) {
    byte[] whole = sample(manifest);
    for (int length = 0; length < whole.length; length++) {
      byte[] torn = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> CODEC.read(manifest, torn))
          .as("%d of %d bytes", length, whole.length)
          .isInstanceOf(NotSerializableException.class)
          .hasMessageStartingWith("Cannot read " + manifest + ": ");
    }
  }

  @ParameterizedTest
  @MethodSource("manifests")
  void shouldReadOrRefuseRandomBytes(String manifest) {
    Random random = seeded(manifest);
    for (int run = 0; run < RUNS; run++) {
      byte[] bytes = sample(manifest);
      for (int change = random.nextInt(5); change >= 0; change--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      readOrRefuse(manifest, bytes);
      byte[] noise = new byte[random.nextInt(200)];
      random.nextBytes(noise);
      readOrRefuse(manifest, noise);
    }
  }

  /** Each value in turn is missing, null, of another type, or huge. */
  @ParameterizedTest
  @MethodSource("manifests")
  void shouldReadOrRefuseEveryWrongValue(String manifest) throws IOException {
    List<String> values =
        List.of(
            "null",
            "true",
            "-1",
            "0",
            "1.5",
            "1e400",
            "-1e400",
            "1e999999999",
            "1e-999999999",
            "9".repeat(30),
            "9".repeat(2_000),
            "\"\"",
            "\"x\"",
            "\"\\u0000\"",
            "\"" + "9".repeat(30) + "\"",
            "[]",
            "[[[]]]",
            "{}",
            "[null]",
            "{\"type\":\"x\"}",
            "\"9999999999-01-01T00:00:00Z\"");
    int fields = fields(JSON.readTree(sample(manifest))).size();
    assertThat(fields).isPositive();
    for (int field = 0; field < fields; field++) {
      for (String value : values) {
        JsonNode row = JSON.readTree(sample(manifest));
        fields(row).get(field).replace(value);
        readOrRefuse(manifest, text(row, value));
      }
      JsonNode row = JSON.readTree(sample(manifest));
      fields(row).get(field).remove();
      readOrRefuse(manifest, row.toString().getBytes(UTF_8));
    }
  }

  @Test
  void shouldRefuseARowWithoutWhatItCannotDoWithout() {
    for (String row : List.of("{}", "null", "[]", "1", "\"x\"", "")) {
      assertThatThrownBy(() -> CODEC.read("node.registered:1", row.getBytes(UTF_8)))
          .as(row)
          .isInstanceOf(NotSerializableException.class)
          .hasMessageStartingWith("Cannot read node.registered:1: ");
    }
  }

  @Test
  void shouldRefuseARowThatLacksAnyFieldButTheOptionalOnes() throws IOException {
    Set<String> optional =
        Set.of(
            "node.decommissioning-started:1 originalCapacity",
            "node.decommissioning-progressed:1 workload",
            "lists.excludes-edited:1 added",
            "lists.excludes-edited:1 removed",
            "lists.refresh-accepted:1 timeout",
            "lists.refresh-accepted:1 decisions",
            "lists.nodes-forgotten:1 nodes",
            "lists.nodes-settled:1 nodes",
            "lists.operations-forgotten:1 operationIds",
            "lists.snapshot:1 register");
    for (String manifest : manifests()) {
      JsonNode names = JSON.readTree(sample(manifest));
      for (String name : (Iterable<String>) names::fieldNames) {
        ObjectNode row = ((ObjectNode) names).deepCopy();
        row.remove(name);
        if (optional.contains(manifest + " " + name)) {
          assertThat(CODEC.read(manifest, bytes(row.toString()))).isNotNull();
        } else {
          assertThatThrownBy(() -> CODEC.read(manifest, bytes(row.toString())))
              .as("%s without %s", manifest, name)
              .isInstanceOf(NotSerializableException.class)
              .hasMessageStartingWith("Cannot read " + manifest + ": ");
        }
      }
    }
  }

  /** Sixteen levels are in use; a million is an attack on the stack. */
  @Test
  void shouldRefuseDeepNesting() {
    String deep = "[".repeat(1_000_000);
    for (String row : List.of(deep, "{\"nodes\":" + deep, "{\"later\":" + deep)) {
      assertThatThrownBy(() -> CODEC.read("lists.nodes-settled:1", row.getBytes(UTF_8)))
          .isInstanceOf(NotSerializableException.class)
          .hasMessageStartingWith("Cannot read lists.nodes-settled:1: ");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ":1", "node.registered", "node.registered:2", "java.lang.String", "\0", "é:1"})
  void shouldRefuseAManifestThatIsNotOurs(String manifest) {
    assertThatThrownBy(() -> CODEC.read(manifest, "{}".getBytes(UTF_8)))
        .isInstanceOf(NotSerializableException.class)
        .hasMessageContaining("Unknown manifest '" + manifest + "'");
  }

  // ---- names of classes ----

  /** A name of a class in a row is text that nobody loads. */
  @Test
  void shouldMakeNothingOfANameOfAClass() throws IOException {
    String gadget = "javax.swing.JEditorPane";
    String row = new String(sample("lists.refresh-accepted:1"), UTF_8);

    for (String key : List.of("@class", "@type", "type", "class")) {
      String typed = "{\"" + key + "\":\"" + gadget + "\"," + row.substring(1);
      Object read =
          "type".equals(key) ? "refused" : CODEC.read("lists.refresh-accepted:1", bytes(typed));
      assertThat(read).isIn("refused", SampleEvents.of("lists.refresh-accepted:1"));
    }
    String action = row.replace("\"graceful-decommission\"", "\"" + gadget + "\"");
    assertThat(action).isNotEqualTo(row);
    assertThatThrownBy(() -> CODEC.read("lists.refresh-accepted:1", bytes(action)))
        .isInstanceOf(NotSerializableException.class)
        .hasMessageContaining("known type ids");
    String wrapped = "[\"" + gadget + "\"," + row + "]";
    assertThatThrownBy(() -> CODEC.read("lists.refresh-accepted:1", bytes(wrapped)))
        .isInstanceOf(NotSerializableException.class);
  }

  // ---- rows in the wrong place ----

  @Test
  void shouldNameTheRowAfterAGap() {
    var registered = event(1, "node.registered:1");
    var lost = event(3, "node.lost:1");

    assertThatThrownBy(
            () -> JournalReplay.steps(List.<JournaledEvent>of(registered, lost).stream()).toList())
        .isInstanceOf(ReplayException.class)
        .hasMessage(
            "Unable to replay " + NODE + ", sequence number 3: expected sequence number 2 next");
  }

  @Test
  void shouldNameTheRowThatIsOfAnotherNode() {
    var stray =
        new JournaledEvent.OfNode(
            new JournalPosition(1, "RMNode|other:1", 1),
            (ebb.domain.NodeEvent) SampleEvents.of("node.registered:1"));

    assertThatThrownBy(() -> JournalReplay.steps(List.<JournaledEvent>of(stray).stream()).toList())
        .isInstanceOf(ReplayException.class)
        .hasMessage(
            "Unable to replay RMNode|other:1, sequence number 1: it is an event of "
                + SampleEvents.NODE);
  }

  /** Any order of events is either a life that is possible, or refused at a row that is named. */
  @Test
  void shouldReplayOrRefuseEventsInRandomOrder() {
    Random random = seeded("order");
    List<String> ofNodes = manifests().stream().filter(name -> name.startsWith("node.")).toList();
    int refused = 0;
    for (int run = 0; run < 2_000; run++) {
      JournalReplay history = new JournalReplay();
      int sequence = 0;
      try {
        while (sequence < 8) {
          String manifest = ofNodes.get(random.nextInt(ofNodes.size()));
          history.replay(event(++sequence, manifest));
        }
      } catch (ReplayException e) {
        refused++;
        assertThat(e.getMessage())
            .matches(
                "(?s)Unable to replay \\Q" + NODE + "\\E, sequence number " + sequence + ": .+")
            .doesNotEndWith(": null");
      }
    }
    assertThat(refused).isPositive();
  }

  // ---- helpers ----

  private static JournaledEvent.OfNode event(long sequenceNumber, String manifest) {
    return new JournaledEvent.OfNode(
        new JournalPosition(sequenceNumber, NODE, sequenceNumber),
        (ebb.domain.NodeEvent) SampleEvents.of(manifest));
  }

  private static void readOrRefuse(String manifest, byte[] bytes) {
    try {
      Object read = CODEC.read(manifest, bytes);
      assertThat(read).isInstanceOf(EventManifests.TABLE.classOf(manifest).orElseThrow());
      // what was read is whole: nobody stumbles over it later
      assertThat(CODEC.write(read)).isNotEmpty();
      assertThat(read.hashCode()).isEqualTo(read.hashCode());
      if (read instanceof NodesListEvent.RefreshAccepted refresh) {
        assertThat(refresh.decisions()).doesNotContainNull();
      }
    } catch (NotSerializableException e) {
      assertThat(e.getMessage())
          .startsWith("Cannot read " + manifest + ": ")
          .doesNotEndWith(": null")
          .hasSizeLessThan(3_000);
    } catch (RuntimeException | StackOverflowError e) {
      throw new AssertionError(manifest + " of " + new String(bytes, UTF_8), e);
    }
  }

  /** A value that can be replaced, or taken away. */
  private interface Field {
    void replace(String json) throws IOException;

    void remove();
  }

  private static List<Field> fields(JsonNode node) {
    List<Field> all = new ArrayList<>();
    if (node instanceof ObjectNode object) {
      object.fieldNames().forEachRemaining(name -> all.add(field(object, name)));
      object.forEach(child -> all.addAll(fields(child)));
    } else if (node instanceof ArrayNode array) {
      array.forEach(child -> all.addAll(fields(child)));
    }
    return all;
  }

  private static Field field(ObjectNode object, String name) {
    return new Field() {
      @Override
      public void replace(String json) {
        object.put(name, "REPLACED");
      }

      @Override
      public void remove() {
        object.remove(name);
      }
    };
  }

  /** Numbers that no Java type holds can be put into text only. */
  private static byte[] text(JsonNode row, String value) {
    return bytes(row.toString().replace("\"REPLACED\"", value));
  }

  private static byte[] sample(String manifest) {
    return CODEC.write(SampleEvents.of(manifest));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static Random seeded(String what) {
    long seed = Long.getLong("seed", System.nanoTime());
    LOG.warn("{}: repeat with -Dseed={}", what, seed);
    return new Random(seed);
  }
}
