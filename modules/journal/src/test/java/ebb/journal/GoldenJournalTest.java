package ebb.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.serialization.Serialization;
import akka.serialization.SerializationExtension;
import akka.serialization.SerializerWithStringManifest;
import com.typesafe.config.ConfigFactory;
import ebb.domain.DrainAccount;
import ebb.domain.DrainEnding;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeEvent;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListSnapshot;
import ebb.domain.provenance.Origin;
import ebb.domain.work.BusyContainer;
import ebb.domain.work.RemainingWork;
import ebb.journal.event.EventCodec;
import ebb.journal.event.EventManifests;
import java.io.IOException;
import java.io.InputStream;
import java.io.NotSerializableException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a journal holds is frozen. The file {@code journal/v1/NAME.json} has the bytes of {@code
 * NAME:1}; a file is added for a new event or version, and never edited.
 */
final class GoldenJournalTest {
  private static final ActorTestKit KIT = ActorTestKit.create(ConfigFactory.load());
  private static final Serialization AKKA = SerializationExtension.get(KIT.system());
  private static final EventCodec OFFLINE = EventCodec.withoutAkka();

  @AfterAll
  static void stop() {
    KIT.shutdownTestKit();
  }

  static Set<String> manifests() {
    return new TreeSet<>(EventManifests.TABLE.all());
  }

  @Test
  void shouldHaveASampleOfEveryEvent() {
    assertThat(SampleEvents.all()).containsOnlyKeys(EventManifests.TABLE.all());
  }

  @ParameterizedTest
  @MethodSource("manifests")
  void shouldWriteWhatTheFileHolds(String manifest) throws IOException {
    // given
    Object event = SampleEvents.of(manifest);
    // when
    var serializer = (SerializerWithStringManifest) AKKA.findSerializerFor(event);
    // then
    assertThat(serializer.identifier()).isEqualTo(9001);
    assertThat(serializer.manifest(event)).isEqualTo(manifest);
    assertThat(text(serializer.toBinary(event))).isEqualTo(text(golden(manifest)));
  }

  @ParameterizedTest
  @MethodSource("manifests")
  void shouldReadWhatTheFileHolds(String manifest) throws IOException {
    assertThat(AKKA.deserialize(golden(manifest), 9001, manifest).get())
        .isEqualTo(SampleEvents.of(manifest));
  }

  @ParameterizedTest
  @MethodSource("manifests")
  void shouldReadAndWriteTheSameWithoutAnActorSystem(String manifest) throws IOException {
    assertThat(OFFLINE.read(manifest, golden(manifest))).isEqualTo(SampleEvents.of(manifest));
    assertThat(text(OFFLINE.write(SampleEvents.of(manifest)))).isEqualTo(text(golden(manifest)));
  }

  static Set<String> eventManifests() {
    Set<String> events = new TreeSet<>(EventManifests.TABLE.all());
    events.remove("lists.snapshot:1");
    return events;
  }

  @ParameterizedTest
  @MethodSource("eventManifests")
  void shouldHoldTheWholeProvenanceInEveryEvent(String manifest) throws IOException {
    assertThat(text(golden(manifest)))
        .contains("\"by\":{\"at\":\"2026-11-22T08:0")
        .contains("\"instance\":\"ebb-1\"")
        .contains("\"actor\":\"")
        .contains("\"origin\":\"")
        .contains("\"listVersion\":17");
  }

  @Test
  void shouldReadARowWithoutItsOptionalParts() throws IOException {
    // when
    var started =
        (NodeEvent.DecommissioningStarted)
            read("node.decommissioning-started:1", "extra/started-without-optionals.json");
    var refresh =
        (NodesListEvent.RefreshAccepted)
            read("lists.refresh-accepted:1", "extra/refresh-without-optionals.json");
    var registered =
        (NodeEvent.NodeRegistered)
            read("node.registered:1", "extra/registered-without-other-resources.json");
    // then
    assertThat(started.originalCapacity()).isEmpty();
    assertThat(started.by()).isEqualTo(SampleEvents.bySystem(Origin.TIMER));
    assertThat(refresh.timeout()).isEmpty();
    assertThat(refresh.configured()).isEqualTo(DrainTimeout.INFINITE);
    assertThat(refresh.decisions()).isEmpty();
    assertThat(registered.capacity().others()).isEmpty();
  }

  @Test
  void shouldReadARowOfALaterReleaseWithFieldsThatItDoesNotKnow() throws IOException {
    assertThat(read("node.lost:1", "extra/lost-with-unknown-fields.json"))
        .isEqualTo(SampleEvents.of("node.lost:1"));
  }

  /** Fields that came later: what an earlier release wrote has none of them. */
  @Test
  void shouldReadAndWriteWhereTheIncludeListWas() throws IOException {
    var refresh =
        (NodesListEvent.RefreshAccepted)
            read("lists.refresh-accepted:1", "extra/refresh-with-include-path.json");
    var snapshot =
        (NodesListSnapshot) read("lists.snapshot:1", "extra/snapshot-with-include-path.json");

    assertThat(refresh.includePath()).contains("");
    assertThat(snapshot.includePath()).contains("/etc/ebb/include");
    assertThat(text(OFFLINE.write(refresh)))
        .isEqualTo(text(bytes("extra/refresh-with-include-path.json")));
    assertThat(text(OFFLINE.write(snapshot)))
        .isEqualTo(text(bytes("extra/snapshot-with-include-path.json")));
  }

  @Test
  void shouldReadAndWriteWhatBelongsToOperations() throws IOException {
    var force = read("lists.refresh-accepted:1", "extra/refresh-that-ends-drains.json");
    var snapshot = read("lists.snapshot:1", "extra/snapshot-with-operations.json");

    assertThat(force).isEqualTo(SampleEvents.force());
    assertThat(snapshot).isEqualTo(SampleEvents.snapshotWithOperations());
    assertThat(text(OFFLINE.write(force)))
        .isEqualTo(text(bytes("extra/refresh-that-ends-drains.json")));
    assertThat(text(OFFLINE.write(snapshot)))
        .isEqualTo(text(bytes("extra/snapshot-with-operations.json")));
  }

  @Test
  void shouldReadAndWriteATimeoutThatAnOperatorChanged() throws IOException {
    var change = read("lists.refresh-accepted:1", "extra/timeout-changed-by-an-operator.json");

    assertThat(change).isEqualTo(SampleEvents.timeoutChange());
    assertThat(text(OFFLINE.write(change)))
        .isEqualTo(text(bytes("extra/timeout-changed-by-an-operator.json")));
  }

  @Test
  void shouldReadAndWriteWhatAnOrderLeavesAloneAndWhatItOvertakes() throws IOException {
    var refresh = read("lists.refresh-accepted:1", "extra/refresh-with-careful-orders.json");

    assertThat(refresh).isEqualTo(SampleEvents.withCarefulOrders());
    assertThat(text(OFFLINE.write(refresh)))
        .isEqualTo(text(bytes("extra/refresh-with-careful-orders.json")));
  }

  @Test
  void shouldReadAndWriteWhatStillRanWhenADrainEnded() throws IOException {
    var account =
        new DrainAccount(
            40_000, 5_000, 600, 70, new TreeMap<>(Map.of("application_1_0001", 45_000L)));
    var ending =
        new DrainEnding(
            Optional.of(
                new RemainingWork(
                    3, 2, List.of(new BusyContainer("container_1_0001_01_000001", true)))),
            Optional.of(account));
    NodeEvent expected = ending.recordedIn((NodeEvent) SampleEvents.of("node.decommissioned:1"));

    var end = read("node.decommissioned:1", "extra/decommissioned-with-remaining-work.json");

    assertThat(end).isEqualTo(expected);
    assertThat(text(OFFLINE.write(end)))
        .isEqualTo(text(bytes("extra/decommissioned-with-remaining-work.json")));
    for (String manifest : List.of("node.recommissioned:1", "node.lost:1", "node.shut-down:1")) {
      NodeEvent event = ending.recordedIn((NodeEvent) SampleEvents.of(manifest));
      assertThat(event).isNotEqualTo(SampleEvents.of(manifest));
      assertThat(OFFLINE.read(manifest, OFFLINE.write(event))).isEqualTo(event);
    }
  }

  @Test
  void shouldReadAndWriteWhoseTermASnapshotIsOf() throws IOException {
    var snapshot = read("lists.snapshot:1", "extra/snapshot-with-leader-term.json");

    assertThat(snapshot).isEqualTo(SampleEvents.snapshotWithLeaderTerm());
    assertThat(text(OFFLINE.write(snapshot)))
        .isEqualTo(text(bytes("extra/snapshot-with-leader-term.json")));
  }

  @Test
  void shouldReadAndWriteWhatOperatorsSaidOfTheirHosts() throws IOException {
    var refresh = read("lists.refresh-accepted:1", "extra/refresh-of-other-lists.json");
    var snapshot = read("lists.snapshot:1", "extra/snapshot-with-operator-excludes.json");

    assertThat(refresh).isEqualTo(SampleEvents.refreshOfOtherLists());
    assertThat(snapshot).isEqualTo(SampleEvents.snapshotWithOperatorExcludes());
    assertThat(text(OFFLINE.write(refresh)))
        .isEqualTo(text(bytes("extra/refresh-of-other-lists.json")));
    assertThat(text(OFFLINE.write(snapshot)))
        .isEqualTo(text(bytes("extra/snapshot-with-operator-excludes.json")));
  }

  @Test
  void shouldReadListsWithoutEitherList() throws IOException {
    // when
    var read = (NodesListEvent.ListsRead) read("lists.read:1", "extra/read-without-lists.json");
    // then
    assertThat(read.lists().includes()).isEmpty();
    assertThat(read.lists().excludes()).isEmpty();
  }

  @Test
  void shouldNameAManifestThatItDoesNotKnow() {
    assertThatThrownBy(() -> AKKA.deserialize(new byte[0], 9001, "node.exploded:7").get())
        .isInstanceOf(NotSerializableException.class)
        .hasMessageContaining("'node.exploded:7'");
  }

  @Test
  void shouldSayWhichManifestItCannotRead() {
    assertThatThrownBy(() -> OFFLINE.read("node.lost:1", "{".getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(NotSerializableException.class)
        .hasMessageContaining("node.lost:1");
  }

  @Test
  void shouldRefuseToWriteWhatHasNoManifest() {
    assertThatThrownBy(() -> OFFLINE.write(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("List");
  }

  private static Object read(String manifest, String file) throws IOException {
    byte[] bytes = bytes(file);
    Object read = AKKA.deserialize(bytes, 9001, manifest).get();
    assertThat(OFFLINE.read(manifest, bytes)).isEqualTo(read);
    return read;
  }

  private static byte[] golden(String manifest) throws IOException {
    Map.Entry<String, String> name =
        Map.entry(
            manifest.substring(0, manifest.indexOf(':')),
            manifest.substring(manifest.indexOf(':') + 1));
    return bytes("v" + name.getValue() + "/" + name.getKey() + ".json");
  }

  private static byte[] bytes(String file) throws IOException {
    try (InputStream in = GoldenJournalTest.class.getResourceAsStream("/journal/" + file)) {
      return Objects.requireNonNull(in, file).readAllBytes();
    }
  }

  /** Text compares byte for byte and shows the difference. */
  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
