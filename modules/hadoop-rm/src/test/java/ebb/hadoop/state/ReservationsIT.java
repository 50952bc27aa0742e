package ebb.hadoop.state;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.domain.text.TextLimit;
import ebb.hadoop.HadoopFolder;
import ebb.hadoop.RunningRm;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.yarn.api.ApplicationClientProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.ReservationSubmissionRequest;
import org.apache.hadoop.yarn.api.records.ReservationId;
import org.apache.hadoop.yarn.client.ClientRMProxy;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reservations are stored under the name of their plan. */
class ReservationsIT {
  private static final String ROOT = "yarn.scheduler.capacity.root.";

  @TempDir Path folder;

  @Test
  void shouldRefuseOneInAQueueWhoseNameIsTooLongForAKey() throws Exception {
    // given
    String fits = "q".repeat(TextLimit.QUEUE_NAME.longest() - "root.".length());
    String tooLong = fits + "q";
    HadoopFolder conf = RunningRm.folder(folder);
    conf.set("yarn.resourcemanager.reservation-system.enable", "true");
    Map<String, String> queues = new TreeMap<>();
    queues.put(ROOT + "queues", "default," + fits + "," + tooLong);
    queues.put(ROOT + "default.capacity", "20");
    for (String queue : List.of(fits, tooLong)) {
      queues.put(ROOT + queue + ".capacity", "40");
      queues.put(ROOT + queue + ".reservable", "true");
    }
    conf.write("capacity-scheduler.xml", queues);
    try (RunningRm rm = RunningRm.start(folder, conf)) {
      var client = ClientRMProxy.createRMProxy(rm.clientConf(), ApplicationClientProtocol.class);
      // when, then by its short name, too
      for (String queue : List.of(tooLong, "root." + tooLong)) {
        assertThatThrownBy(() -> client.submitReservation(in(queue)))
            .isInstanceOf(YarnException.class)
            .hasMessageContaining("queue name 'root.qqq")
            .hasMessageContaining("has 801 characters; allowed are 1 to 800");
      }
      // and the other is refused for what else is missing, by Hadoop
      assertThatThrownBy(() -> client.submitReservation(in(fits)))
          .hasMessageContaining("Missing reservation definition");
      RPC.stopProxy(client);
    }
  }

  private static ReservationSubmissionRequest in(String queue) {
    return ReservationSubmissionRequest.newInstance(null, queue, ReservationId.newInstance(1, 1));
  }
}
