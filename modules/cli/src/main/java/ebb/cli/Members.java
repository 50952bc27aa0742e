package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.client.AdminClient;
import ebb.cli.client.CommandException;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;

/** The instances of the cluster, as any of them lists them. */
record Members(JsonNode answer) {
  static final String PATH = "/api/v1/instances";

  /**
   * States of a leaving instance. With another state, the name is that of a process that was
   * started since.
   */
  private static final Set<String> GOING = Set.of("LEAVING", "UNREACHABLE");

  /** States of a leader, which an administrator may have put on standby. */
  private static final Set<String> LEADS = Set.of("LEADING", "LEADING_ON_STANDBY");

  /**
   * @throws CommandException as {@link AdminClient#send}
   */
  static Members of(AdminClient client) {
    return new Members(client.get(PATH));
  }

  /** Whether an instance that was ordered to leave has left. */
  boolean hasLeft(String name) {
    return stateOf(name).filter(GOING::contains).isEmpty();
  }

  private Optional<String> stateOf(String name) {
    return StreamSupport.stream(answer.path("instances").spliterator(), false)
        .filter(each -> each.path("instance").asText().equals(name))
        .map(each -> each.path("state").asText())
        .findFirst();
  }

  Optional<String> leader() {
    return StreamSupport.stream(answer.path("instances").spliterator(), false)
        .filter(each -> LEADS.contains(each.path("state").asText()))
        .map(each -> each.path("instance").asText())
        .findFirst();
  }
}
