package ebb.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.exceptions.ApplicationMasterNotRegisteredException;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.util.Records;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SimulatedApplicationTest {
  private static final ApplicationId ID = ApplicationId.newInstance(1, 1);

  private final Scheduler scheduler = new Scheduler();
  private Fleet fleet;
  private SimulatedApplication application;

  @BeforeEach
  void start() throws Exception {
    InetSocketAddress nobody = InetSocketAddress.createUnresolved("127.0.0.1", 1);
    fleet = Fleet.of(new FleetSettings(nobody, 3, 1, 4096, 4), new Configuration(false));
    application = new SimulatedApplication(fleet, ID, scheduler);
  }

  @AfterEach
  void close() {
    fleet.close();
  }

  @Test
  void shouldAskOnce() throws Exception {
    application.ask(3);
    application.beat();
    application.beat();
    assertThat(scheduler.asked).containsExactly(3);
  }

  @Test
  void shouldAskTheNextResourceManagerForWhatTheLastOneHasNotGiven() throws Exception {
    application.ask(3);
    application.beat();
    scheduler.gives = 1;
    application.beat();

    // when the ResourceManager has restarted
    scheduler.isNew = true;
    application.beat();
    application.beat();

    // then
    assertThat(scheduler.asked).containsExactly(3, 2);
    scheduler.gives = 2;
    application.beat();
    assertThat(application.started()).isEqualTo(3);
    assertThat(fleet.state().containers()).isEqualTo(3);
  }

  /** Allocates as many containers as it is told to, each on the next node. */
  private static final class Scheduler implements ApplicationMasterProtocol {
    private final List<Integer> asked = new ArrayList<>();
    private int gives;
    private int given;
    private boolean isNew;

    @Override
    public AllocateResponse allocate(AllocateRequest request) throws YarnException {
      if (isNew) {
        throw new ApplicationMasterNotRegisteredException("Register first");
      }
      request.getAskList().stream().map(ResourceRequest::getNumContainers).forEach(asked::add);
      List<Container> allocated = new ArrayList<>();
      for (; gives > 0; gives--) {
        allocated.add(container(given++));
      }
      AllocateResponse answer = Records.newRecord(AllocateResponse.class);
      answer.setResponseId(request.getResponseId() + 1);
      answer.setAllocatedContainers(allocated);
      answer.setCompletedContainersStatuses(List.of());
      return answer;
    }

    @Override
    public RegisterApplicationMasterResponse registerApplicationMaster(
        RegisterApplicationMasterRequest request) {
      isNew = false;
      return Records.newRecord(RegisterApplicationMasterResponse.class);
    }

    @Override
    public FinishApplicationMasterResponse finishApplicationMaster(
        FinishApplicationMasterRequest request) {
      return FinishApplicationMasterResponse.newInstance(true);
    }
  }

  private static Container container(int index) {
    return Container.newInstance(
        ContainerId.newContainerId(ApplicationAttemptId.newInstance(ID, 1), index + 1),
        NodeId.newInstance(FleetSettings.host(index), FleetSettings.port()),
        "",
        SimulatedApplication.size(),
        Priority.newInstance(1),
        null);
  }
}
