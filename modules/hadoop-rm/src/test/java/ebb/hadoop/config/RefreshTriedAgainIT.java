package ebb.hadoop.config;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.Props;
import akka.actor.typed.javadsl.Behaviors;
import ebb.hadoop.HadoopCommand;
import ebb.hadoop.RunningRm;
import ebb.hosts.RefreshRejection;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.NodesListCommand;
import ebb.nodeslist.protocol.NodesListReply;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.api.protocolrecords.RefreshNodesRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A leader that does not know its nodes yet is asked again, by YARN's command and by Ebb's. */
class RefreshTriedAgainIT {
  private static final String REASON = "This leader does not know yet which drains run";

  @TempDir Path folder;
  private final AtomicInteger refusals = new AtomicInteger();

  private ActorRef<LeaderCommand> refusesSome(
      ActorSystem<?> system, ActorRef<LeaderCommand> leader) {
    Behavior<LeaderCommand> refusing =
        Behaviors.receiveMessage(
            message -> {
              if (message instanceof NodesListCommand.RefreshNodes refresh
                  && refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                refresh
                    .replyTo()
                    .tell(new NodesListReply.Rejected(RefreshRejection.NODES_NOT_SEEN, REASON));
              } else {
                leader.tell(message);
              }
              return Behaviors.same();
            });
    return system.systemActorOf(refusing, "refusing", Props.empty());
  }

  @Test
  void shouldRefreshOnceTheNodesAreKnown() throws Exception {
    try (RunningRm rm = RunningRm.by(this::refusesSome, folder)) {
      int before = rm.refreshes().size();
      // when
      refusals.set(3);
      HadoopCommand.Printed printed = rm.rmadmin("-refreshNodes");
      // then
      assertThat(printed.exitCode()).as(printed.err()).isZero();
      assertThat(refusals).hasValue(0);
      assertThat(rm.refreshes()).hasSize(before + 1);
      // when
      refusals.set(2);
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      AdminProtocolRetries.over(impatient(rm), new PrintStream(err, true, StandardCharsets.UTF_8))
          .refreshNodes(RefreshNodesRequest.newInstance());
      // then
      assertThat(err.toString(StandardCharsets.UTF_8).lines())
          .hasSize(2)
          .allSatisfy(line -> assertThat(line).contains(": " + REASON + "; "));
      assertThat(rm.refreshes()).hasSize(before + 2);
    }
  }

  private static YarnConfiguration impatient(RunningRm rm) {
    Configuration conf = rm.clientConf();
    conf.setInt(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, 50);
    return new YarnConfiguration(conf);
  }
}
