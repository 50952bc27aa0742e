package ebb.app;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.journal.JournalCreation;
import ebb.postgres.LoopbackPorts;
import ebb.postgres.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Instances in processes of their own, with a real database. An operator sees one of them lead,
 * whichever are started, killed or paused.
 */
@Tag("long")
final class ClusterFormationIT {
  private static final String MEMBER = "member";
  private static final String LEADS = "leads";

  /** 4 s until it is noticed, and twice the 5 s that a membership has to be stable. */
  private static final Duration LOSS = Duration.ofSeconds(14);

  @TempDir Path folder;
  private final List<MemberProcess> started = new ArrayList<>();
  private final List<Integer> ports = new ArrayList<>();
  private String url;
  private Path passwordFile;

  @BeforeEach
  void makeADatabase() throws IOException {
    url = PostgresServer.shared().createDatabase();
    passwordFile =
        Files.writeString(folder.resolve("password"), PostgresServer.shared().password());
    JournalCreation.create(url, PostgresServer.USER, passwordFile.toString());
  }

  @AfterEach
  void killWhatRuns() {
    started.forEach(MemberProcess::close);
  }

  /** The first seed node of a list is nobody special. */
  @Test
  void shouldBeFoundedAfterTheLossOfAllByWhoeverIsBackFirst() throws Exception {
    // given
    choosePorts(3);
    MemberProcess rm1 = start(0).awaitSaid(LEADS, 1);
    MemberProcess rm2 = start(1).awaitSaid(MEMBER, 1);
    MemberProcess rm3 = start(2).awaitSaid(MEMBER, 1);
    assertThat(rm2.hasSaid(LEADS) || rm3.hasSaid(LEADS)).isFalse();
    // when
    List.of(rm1, rm2, rm3).forEach(MemberProcess::kill);
    MemberProcess back = start(2);
    // then
    back.awaitSaid(LEADS, 1);
    // when the first of the list comes, it joins
    MemberProcess later = start(0).awaitSaid(MEMBER, 1);
    assertThat(later.hasSaid(LEADS)).isFalse();
  }

  /** SIGTERM, as a supervisor sends it: the others do not have to find out. */
  @Test
  void shouldHandTheLeadOverBeforeTheProcessEnds() throws Exception {
    // given
    choosePorts(2);
    MemberProcess rm1 = start(0).awaitSaid(LEADS, 1);
    MemberProcess rm2 = start(1).awaitSaid(MEMBER, 1);
    // when
    long start = System.nanoTime();
    rm1.signal("TERM");
    rm2.awaitSaid(LEADS, 1);
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    // then
    rm1.awaitSaid("leads no longer", 1).awaitEnd();
    assertThat(took).as("sooner than a loss is noticed and settled").isLessThan(LOSS);
    // and its name is free at once
    start(0).awaitSaid(MEMBER, 1);
  }

  /** Ordered through any instance; the operator is told which one leads then. */
  @Test
  void shouldHandTheLeadOverWhenTheLeaderIsToldToLeave() throws Exception {
    // given
    choosePorts(2);
    MemberProcess rm1 = start(0).awaitSaid(LEADS, 1);
    MemberProcess rm2 = start(1).awaitSaid(MEMBER, 1);
    rm2.tell("instances")
        .awaitSaid(
            "[InstanceView[instance=rm1, state=LEADING], InstanceView[instance=rm2,"
                + " state=STANDBY]]",
            1);
    // when a name is wrong, nothing happens
    rm2.tell("leave rm9")
        .awaitSaid(
            "Refused[code=UNKNOWN_INSTANCE, reason=No instance rm9 is a member; members are rm1,"
                + " rm2]",
            1);
    // when
    rm2.tell("leave rm1")
        .awaitSaid("Begun[instance=rm1, leader=Optional[rm2], isThisOne=false]", 1);
    // then
    assertThat(rm1.awaitSaid("leads no longer", 1).awaitEnd()).isZero();
    rm2.awaitSaid(LEADS, 1);
    // when nobody is left to lead, it takes force
    rm2.tell("leave rm2");
    rm2.awaitSaid(
        "Refused[code=NOBODY_TAKES_OVER, reason=No other instance leads or can lead once rm2 has"
            + " left]",
        1);
    rm2.tell("force rm2")
        .awaitSaid("Begun[instance=rm2, leader=Optional.empty, isThisOne=true]", 1);
    assertThat(rm2.awaitEnd()).isZero();
  }

  /** Keep-majority would end the survivor when it was the lower address that died. */
  @Test
  void shouldGoOnWithEitherOfTwoWhenTheOtherIsKilled() throws Exception {
    // given
    choosePorts(2);
    MemberProcess rm1 = start(0).awaitSaid(LEADS, 1);
    MemberProcess rm2 = start(1).awaitSaid(MEMBER, 1);
    // when
    rm1.kill();
    // then
    rm2.awaitSaid(LEADS, 1);
    // when it comes back, while the survivor still holds the lease that made it survive
    MemberProcess again = start(0).awaitSaid(MEMBER, 1);
    rm2.kill();
    // then
    again.awaitSaid(LEADS, 1);
  }

  @Test
  void shouldPutAPausedLeaderOfTwoOutOfPower() throws Exception {
    // given
    choosePorts(2);
    MemberProcess rm1 = start(0).awaitSaid(LEADS, 1);
    MemberProcess rm2 = start(1).awaitSaid(MEMBER, 1);
    // when
    rm1.signal("STOP");
    rm2.awaitSaid(LEADS, 1);
    rm1.signal("CONT");
    // then
    rm1.awaitSaid("leads no longer", 1).awaitEnd();
    assertThat(rm2.hasSaid("leads no longer")).isFalse();
  }

  private void choosePorts(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      ports.add(LoopbackPorts.free());
    }
    ports.sort(null); // rm1 has the lowest address
  }

  private MemberProcess start(int index) throws IOException {
    String seeds = ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
    String name = "rm" + (index + 1);
    MemberProcess process =
        MemberProcess.start(
            folder.resolve(name + ".log"), name, ports.get(index), seeds, url, passwordFile);
    started.add(process);
    return process;
  }
}
