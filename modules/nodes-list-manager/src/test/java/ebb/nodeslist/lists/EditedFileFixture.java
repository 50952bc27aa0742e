package ebb.nodeslist.lists;

import akka.actor.testkit.typed.javadsl.TestProbe;
import ebb.domain.DrainTimeout;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.hosts.FileHash;
import ebb.hosts.ListEdit;
import ebb.nodeslist.ManagerUnderTest;
import ebb.nodeslist.protocol.NodesListCommand;
import ebb.nodeslist.protocol.NodesListReply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A leader that edits an exclude file. */
abstract class EditedFileFixture {
  static final Optional<DrainTimeout> NONE = Optional.empty();

  static final Optional<DrainTimeout> TEN_MINUTES = Optional.of(DrainTimeout.ofSeconds(600));

  @TempDir Path folder;

  Path file;

  @RegisterExtension
  final ManagerUnderTest test =
      new ManagerUnderTest(
          """
          ebb.nodes-list-manager.read-timeout = 2s
          ebb.windows = [{name = noon, opens = "5 12 * * *", for = 10m, zone = UTC}]
          """);

  @BeforeEach
  void start() throws Exception {
    file = Files.writeString(folder.resolve("exclude"), "h1\n");
    test.lists.configure(file);
    test.started();
  }

  ListEdit careful(Map<String, Optional<DrainTimeout>> add, String... remove) throws IOException {
    ListEdit edit = known(add, remove);
    return new ListEdit(edit.expectedHash(), edit.add(), edit.remove(), false, true);
  }

  /** Of hosts of which the leader has to know, now. */
  ListEdit known(Map<String, Optional<DrainTimeout>> add, String... remove) throws IOException {
    String hash = FileHash.of(Files.readAllBytes(file));
    return new ListEdit(hash, new TreeMap<>(add), new TreeSet<>(Set.of(remove)));
  }

  NodesListReply.ListsSeen described() {
    TestProbe<NodesListReply> probe = test.kit.createTestProbe();
    test.tell(new NodesListCommand.DescribeLists(probe.getRef()));
    return probe.expectMessageClass(NodesListReply.ListsSeen.class);
  }

  NodesListReply edit(ListEdit edit) {
    TestProbe<NodesListReply> probe = test.kit.createTestProbe();
    test.tell(command(edit, probe));
    return probe.receiveMessage();
  }

  static ListEdit add(Path file, String host) throws IOException {
    return new ListEdit(
        FileHash.of(Files.readAllBytes(file)),
        new TreeMap<>(Map.of(host, Optional.empty())),
        new TreeSet<>(),
        true,
        false);
  }

  static NodesListCommand command(ListEdit edit, TestProbe<NodesListReply> probe) {
    Initiator alice =
        new Initiator("alice", Origin.HTTP, Optional.empty(), Optional.empty(), Optional.empty());
    return new NodesListCommand.EditExcludes(edit, alice, false, Optional.empty(), probe.getRef());
  }
}
