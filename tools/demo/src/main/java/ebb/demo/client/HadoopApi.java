package ebb.demo.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The REST API of Hadoop's ResourceManager. */
public final class HadoopApi {
  private final JsonClient client;

  /** Takes all ResourceManagers, because a standby redirects to the active one. */
  public HadoopApi(List<Integer> ports) {
    client = new JsonClient(ports);
  }

  public void authorizeBy(Supplier<String> authorization) {
    client.authorizeBy(authorization);
  }

  /**
   * @param id as in {@code application_1700000000000_0001}
   * @throws IOException if the API does not answer or does not know the application
   */
  public ApplicationView application(String id) throws IOException {
    return view(client.get("/ws/v1/cluster/apps/" + id).path("app"));
  }

  /**
   * All applications that the ResourceManager knows.
   *
   * @throws IOException if the API does not answer
   */
  public List<ApplicationView> applications() throws IOException {
    var applications = new ArrayList<ApplicationView>();
    for (JsonNode app : client.get("/ws/v1/cluster/apps").path("apps").path("app")) {
      applications.add(view(app));
    }
    return applications;
  }

  private static ApplicationView view(JsonNode app) {
    return new ApplicationView(
        app.path("id").asText(), app.path("state").asText(), app.path("finalStatus").asText());
  }

  /**
   * The state of each node in Hadoop's list of nodes, by node id.
   *
   * @throws IOException if the API does not answer
   */
  public Map<String, String> nodeStates() throws IOException {
    var states = new TreeMap<String, String>();
    for (JsonNode node : client.get("/ws/v1/cluster/nodes").path("nodes").path("node")) {
      states.put(node.path("id").asText(), node.path("state").asText());
    }
    return states;
  }

  /**
   * The type of the scheduler, such as {@code fairScheduler}.
   *
   * @throws IOException if the API does not answer
   */
  public String schedulerType() throws IOException {
    JsonNode scheduler = client.get("/ws/v1/cluster/scheduler").path("scheduler");
    return scheduler.path("schedulerInfo").path("type").asText();
  }

  /**
   * The number of running opportunistic containers on all nodes.
   *
   * @throws IOException if the API does not answer
   */
  public int opportunisticContainers() throws IOException {
    int running = 0;
    for (JsonNode node : client.get("/ws/v1/cluster/nodes").path("nodes").path("node")) {
      running += node.path("numRunningOpportContainers").asInt();
    }
    return running;
  }
}
