package ebb.app.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.serialization.Serialization;
import akka.serialization.SerializationExtension;
import akka.serialization.SerializerWithStringManifest;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import ebb.domain.Resource;
import ebb.node.NodeCommand;
import ebb.nodeslist.observed.NodeManagerInfo;
import ebb.nodeslist.observed.NodeObservation;
import ebb.nodeslist.observed.ObservedNode;
import ebb.nodeslist.observed.RunningContainers;
import ebb.nodeslist.protocol.NodeTableCommand;
import java.io.IOException;
import java.io.NotSerializableException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What instances tell each other is read by those of the next release, and the other way round: the
 * file {@code wire/v1/NAME.json} has a message as the first release that had several instances
 * sends it in CBOR, under the manifest {@code NAME:1}. A file is added for a new message, and never
 * edited from the first release on: a later field is an Optional or a collection. Run with {@code
 * -Dwrite-golden=true} to write those that are missing.
 */
final class GoldenWireTest {
  private static final int AKKAS_CBOR = 33;

  private static final ObjectMapper CBOR = new ObjectMapper(new CBORFactory());
  private static final Path FOLDER = Path.of("src/test/resources/wire/v1");
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
  private static final Config INSTANCE =
      ConfigFactory.parseString(
              "akka.actor.provider = local, akka.remote.artery.canonical.port = 0")
          .withFallback(ConfigFactory.parseResources("instance.conf"))
          .withFallback(ConfigFactory.defaultReferenceUnresolved());
  private static final ActorTestKit THIS = kit("");
  private static final ActorTestKit NEXT = kit(NextRelease.SETTING);
  private static final SampleMessages SAMPLES = new SampleMessages(THIS.system());

  private static final NodeObservation OBSERVATION =
      new NodeObservation(
          Optional.of(Instant.parse("2026-11-22T12:00:00.123456Z")),
          Optional.of(Resource.of(262_144, 64)),
          Optional.of(new RunningContainers(7, 2)),
          Optional.of(
              new NodeManagerInfo(
                  "3.5.0", "/rack17", List.of("gpu"), List.of("rm.yarn.io/zone=a"))));

  private static ActorTestKit kit(String more) {
    // A list is added to where it stands.
    Config next =
        more.isEmpty() ? INSTANCE : ConfigFactory.parseString(more).withFallback(INSTANCE);
    return ActorTestKit.create("wire", next.resolve());
  }

  @BeforeAll
  static void writeWhatIsNew() throws IOException {
    if (Boolean.getBoolean("write-golden")) {
      writeMissing();
    }
  }

  @AfterAll
  static void stop() {
    THIS.shutdownTestKit();
    NEXT.shutdownTestKit();
  }

  static Stream<Class<?>> messages() {
    return SampleMessages.kinds().stream();
  }

  @Test
  void shouldHaveAFileOfEveryMessageThatCrosses() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(
              messages().map(each -> file(each).getFileName().toString()).toList());
    }
    assertThat(messages()).hasSizeGreaterThan(30);
  }

  @Test
  void shouldHaveANameForEveryMessageThatCrossesAndForNothingElse() {
    assertThat(
            MessageManifests.TABLE.all().stream()
                .<Class<?>>map(manifest -> MessageManifests.TABLE.classOf(manifest).orElseThrow()))
        .containsExactlyInAnyOrderElementsOf(SampleMessages.kinds());
    assertThat(MessageManifests.TABLE.all())
        .allMatch(name -> name.matches("(node|view|lists|queue|instance)\\.[a-z-]+:1"));
  }

  /** Of a class that is bound and no root, nothing else asks for a name or a file. */
  @Test
  void shouldKnowAllRootsThatAreBoundAndNoOthers() {
    var bindings =
        INSTANCE.resolve().getObject("akka.actor.serialization-bindings").unwrapped().entrySet();

    assertThat(
            bindings.stream()
                .filter(each -> each.getValue().equals("jackson-cbor"))
                .map(Map.Entry::getKey)
                .filter(name -> name.startsWith("ebb.")))
        .containsExactlyInAnyOrderElementsOf(
            SampleMessages.ROOTS.stream().<String>map(Class::getName).toList());
  }

  /** Names of classes among them: these may be renamed. */
  @ParameterizedTest
  @ValueSource(strings = {"", "node.get", "node.get:2", "node.later:1", "ebb.node.NodeCommand$Get"})
  void shouldRefuseAMessageThatItDoesNotKnow(String manifest) {
    byte[] bytes = write(THIS, SAMPLES.of(NodeCommand.Get.class));

    assertThatThrownBy(
            () -> akka(THIS).deserialize(bytes, MessageSerializer.IDENTIFIER, manifest).get())
        .isInstanceOf(NotSerializableException.class)
        .hasMessageContaining("Unknown message '" + manifest + "'");
  }

  /** Nor is it taken from somebody who names a class to Akka's own serializer. */
  @Test
  void shouldNotKnowAkkasSerializerOfClasses() {
    byte[] bytes = write(THIS, SAMPLES.of(NodeCommand.Get.class));

    assertThatThrownBy(
            () -> akka(THIS).deserialize(bytes, AKKAS_CBOR, NodeCommand.Get.class.getName()).get())
        .isInstanceOf(NotSerializableException.class);
  }

  @Test
  void shouldSendNothingThatHasNoName() {
    SerializerWithStringManifest serializer = serializer(THIS, SAMPLES.of(NodeCommand.Get.class));

    assertThatThrownBy(() -> serializer.manifest(Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("java.util.Optional");
  }

  @ParameterizedTest
  @MethodSource("messages")
  void shouldReadAndWriteWhatTheFileHolds(Class<?> message) throws IOException {
    Object sample = SAMPLES.of(message);
    byte[] golden = golden(message);

    assertThat(serializer(THIS, sample).identifier()).isEqualTo(MessageSerializer.IDENTIFIER);
    assertThat(serializer(THIS, sample).manifest(sample)).isEqualTo(manifest(message));
    assertThat(read(THIS, message, write(THIS, sample))).isEqualTo(sample);
    // what was said then is understood, and nobody who waits for it now is left without
    assertCovers(message.getName(), tree(golden), tree(write(THIS, read(THIS, message, golden))));
    assertCovers(message.getName(), tree(golden), tree(write(THIS, sample)));
  }

  /** Every field is there, with its value; there may be more. */
  private static void assertCovers(String where, JsonNode golden, JsonNode now) {
    if (golden.isObject()) {
      assertThat(now.isObject()).as(where).isTrue();
      golden
          .fields()
          .forEachRemaining(
              field -> {
                String here = where + "." + field.getKey();
                assertThat(now.has(field.getKey())).as(here).isTrue();
                assertCovers(here, field.getValue(), now.get(field.getKey()));
              });
    } else if (golden.isArray()) {
      assertThat(now).as(where).hasSameSizeAs(golden);
      for (int i = 0; i < golden.size(); i++) {
        assertCovers(where + "[" + i + "]", golden.get(i), now.get(i));
      }
    } else {
      assertThat(now).as(where).isEqualTo(golden);
    }
  }

  private static JsonNode tree(byte[] cbor) throws IOException {
    return CBOR.readTree(cbor);
  }

  /** A field that is missing has no value; one that nobody knows is left out. */
  @ParameterizedTest
  @MethodSource("messages")
  void shouldBeUnderstoodByTheNextReleaseAndUnderstandIt(Class<?> message) throws IOException {
    Object sample = SAMPLES.of(message);
    byte[] ofTheNext = write(NEXT, sample);

    assertThat(new String(ofTheNext, StandardCharsets.ISO_8859_1)).contains(NextRelease.FIELD);
    assertThat(read(THIS, message, ofTheNext)).isEqualTo(sample);
    long before = NextRelease.timesRead();
    assertThat(read(NEXT, message, golden(message)))
        .isEqualTo(read(THIS, message, golden(message)));
    assertThat(NextRelease.timesRead()).isEqualTo(before);
    assertThat(read(NEXT, message, ofTheNext)).isEqualTo(sample);
    assertThat(NextRelease.timesRead()).isGreaterThan(before);
  }

  @Test
  void shouldKeepTheViewOfTenThousandDrainingNodesFarFromTheLargestFrame() {
    var view =
        new NodeTableCommand.Nodes(
            IntStream.range(0, 10_000)
                .mapToObj(
                    number ->
                        new ObservedNode(
                            SAMPLES.draining(number),
                            OBSERVATION,
                            Optional.of("10.0.0.1"),
                            Optional.of(1234L)))
                .toList(),
            Set.of());

    byte[] sent = write(THIS, view);

    long frame = INSTANCE.resolve().getBytes("akka.remote.artery.advanced.maximum-frame-size");
    assertThat((long) sent.length).isLessThan(frame / 4);
    assertThat(read(THIS, NodeTableCommand.Nodes.class, sent)).isEqualTo(view);
    // and who does not compress reads it, as it is read from who does not
    ActorTestKit plain = kit("akka.serialization.jackson.jackson-cbor.compression.algorithm = off");
    try {
      assertThat(read(plain, NodeTableCommand.Nodes.class, sent)).isEqualTo(view);
      byte[] large = write(plain, view);
      assertThat(large.length).isGreaterThan(3 * sent.length);
      assertThat(read(THIS, NodeTableCommand.Nodes.class, large)).isEqualTo(view);
    } finally {
      plain.shutdownTestKit();
    }
  }

  private static void writeMissing() throws IOException {
    Files.createDirectories(FOLDER);
    for (Class<?> message : SampleMessages.kinds()) {
      Path file = file(message);
      if (!Files.exists(file)) {
        JsonNode tree = tree(write(THIS, SAMPLES.of(message)));
        Files.writeString(file, JSON.writeValueAsString(tree) + "\n");
      }
    }
  }

  private static byte[] golden(Class<?> message) throws IOException {
    return CBOR.writeValueAsBytes(JSON.readTree(Files.readString(file(message))));
  }

  private static Path file(Class<?> message) {
    return FOLDER.resolve(manifest(message).replace(":1", ".json"));
  }

  private static String manifest(Class<?> message) {
    return MessageManifests.TABLE.of(message).orElseThrow();
  }

  private static SerializerWithStringManifest serializer(ActorTestKit kit, Object message) {
    return (SerializerWithStringManifest) akka(kit).findSerializerFor(message);
  }

  private static byte[] write(ActorTestKit kit, Object message) {
    return akka(kit).serialize(message).get();
  }

  private static Object read(ActorTestKit kit, Class<?> message, byte[] bytes) {
    return akka(kit).deserialize(bytes, MessageSerializer.IDENTIFIER, manifest(message)).get();
  }

  private static Serialization akka(ActorTestKit kit) {
    return SerializationExtension.get(kit.system());
  }
}
