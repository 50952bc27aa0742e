package ebb.cli.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import ebb.cli.client.AdminClient;
import ebb.cli.client.CommandException;
import ebb.cli.client.Json;
import ebb.cli.options.RmOptions;
import ebb.cli.watch.Unavailability;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Prints events as they happen, each exactly once, even while instances come and go. Ends with the
 * process, or if the ResourceManager refuses.
 */
public final class FollowedEvents {
  private static final String DATA = "data: ";
  private static final String ID = "id: ";
  private static final int PAUSE_SECONDS = 1;

  private final RmOptions rm;
  private final Optional<Instant> since;
  private final boolean exact;
  private final String path;
  private final Unavailability outage;
  private Optional<String> last = Optional.empty();
  private @Nullable String id;
  private @Nullable String data;

  public FollowedEvents(RmOptions rm, Wanted wanted, boolean exact) {
    this.rm = rm;
    this.since = wanted.since;
    this.exact = exact;
    path = wanted.path();
    outage = new Unavailability(rm::note, "retrying");
  }

  /**
   * @param node only events of this node; empty for all nodes and the lists
   * @param operation only events of this operation; empty for all
   * @param since only events from this time on, while older ones of the journal are left out here;
   *     empty for new events only
   * @param after the id of the event after which to begin
   */
  public record Wanted(
      Optional<String> node,
      Optional<String> operation,
      Optional<Instant> since,
      Optional<String> after) {
    private String path() {
      List<String> query = new ArrayList<>();
      node.ifPresent(each -> query.add("node=" + AdminClient.segment(each)));
      operation.ifPresent(each -> query.add("operation=" + AdminClient.segment(each)));
      after
          .or(() -> since.map(time -> "0"))
          .ifPresent(each -> query.add("after=" + AdminClient.segment(each)));
      return "/api/v1/events" + (query.isEmpty() ? "" : "?" + String.join("&", query));
    }
  }

  public void print(AdminClient client) {
    follow(client);
    while (true) {
      pause();
      try {
        follow(client);
      } catch (CommandException e) {
        outage.noAnswer(e);
      }
    }
  }

  private void follow(AdminClient client) {
    data = null;
    client.follow(path, last, this::line);
  }

  private void line(String line) {
    outage.answered();
    if (line.startsWith(ID)) {
      id = line.substring(ID.length());
    } else if (line.startsWith(DATA)) {
      data = line.substring(DATA.length());
    } else if (line.isEmpty()) {
      end();
    }
  }

  /**
   * Handles the end of an event, or of an id alone. An event in the middle of which an answer
   * breaks off is sent again.
   */
  private void end() {
    String complete = data;
    data = null;
    if (complete != null) {
      event(complete);
    }
    last = Optional.ofNullable(id).or(() -> last);
  }

  private void event(String text) {
    JsonNode event;
    try {
      event = Json.parse(text);
    } catch (IOException e) {
      throw new CommandException("an event is not JSON", "look at --rm", e);
    }
    if (since.filter(Instant.parse(event.path("at").asText())::isBefore).isPresent()) {
      return;
    }
    if (rm.json()) {
      rm.draw(Json.compact(Json.object().put("id", id).setAll((ObjectNode) event)));
    } else {
      HistoryOutput.line(rm, event.path("summary").asText(), exact);
    }
    rm.flush();
  }

  private static void pause() {
    try {
      TimeUnit.SECONDS.sleep(PAUSE_SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException("interrupted", "nothing was changed", e);
    }
  }
}
