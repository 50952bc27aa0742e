package ebb.admin.routes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.admin.AdminApiServer.Answer;
import ebb.admin.AdminApiTestBase;
import ebb.domain.DrainTimeout;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.queue.FleetLoad;
import ebb.domain.queue.HostGroup;
import ebb.domain.queue.KeptCapacity;
import ebb.domain.queue.Pace;
import ebb.domain.queue.ParallelLimit;
import ebb.domain.queue.QueueChange;
import ebb.domain.queue.QueuePhase;
import ebb.domain.queue.QueueRejection;
import ebb.domain.queue.QueueTurn;
import ebb.domain.queue.QueuedDrain;
import ebb.domain.queue.QueuedHost;
import ebb.nodeslist.protocol.DrainQueueCommand.ChangeQueue;
import ebb.nodeslist.protocol.DrainQueueCommand.QueueDrain;
import ebb.nodeslist.protocol.NodesListReply.QueueRefused;
import ebb.nodeslist.protocol.NodesListReply.QueueSeen;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

public class QueueRouteTest extends AdminApiTestBase {
  private static final Instant AT = Instant.parse("2026-11-22T08:00:00Z");

  /** A queue with one drain, of which one host has begun. */
  public static QueueSeen queue() {
    return new QueueSeen(
        Optional.of("q1"),
        List.of(
            new QueuedDrain(
                "q1",
                List.of(new QueuedHost("h2", Optional.of(DrainTimeout.ofSeconds(60)))),
                2,
                new Pace(
                    new ParallelLimit(10, true),
                    Optional.of(AT),
                    Optional.empty(),
                    KeptCapacity.parse("200G@gpu"),
                    Optional.empty(),
                    Optional.of("nights")),
                true,
                Initiator.system("alice", Origin.HTTP).stamp(AT, "rm1", 3))),
        new FleetLoad(1, 10),
        Optional.of("the disk is full"),
        Map.of("q1", new QueueTurn(QueuePhase.KEPT, Optional.of("h2 has 64G"))));
  }

  @Test
  void shouldShowWhatWaitsAndWhy() throws Exception {
    api.leader.answersQueueWith(queue());

    JsonNode shown = api.get("/api/v1/queue").json();

    assertThat(shown.at("/drains/0/id").asText()).isEqualTo("q1");
    assertThat(shown.at("/drains/0/phase").asText()).isEqualTo("KEPT");
    assertThat(shown.at("/drains/0/why").asText()).isEqualTo("h2 has 64G");
    assertThat(shown.at("/drains/0/keepCapacity").asText()).isEqualTo("200G@gpu");
    assertThat(shown.at("/drains/0/byRack").asBoolean(true)).isFalse();
    assertThat(shown.at("/drains/0/window").asText()).isEqualTo("nights");
    assertThat(shown.at("/drains/0/maxParallel").asText()).isEqualTo("10%");
    assertThat(shown.at("/drains/0/waiting/0/timeoutSecs").asInt()).isEqualTo(60);
    assertThat(shown.path("draining").asInt()).isEqualTo(1);
    assertThat(shown.path("problem").asText()).isEqualTo("the disk is full");
  }

  /** A leader of an earlier release does not tell whose turn it is. */
  @Test
  void shouldFindThePhaseItselfIfTheLeaderDoesNot() throws Exception {
    QueueSeen seen = queue();
    api.leader.answersQueueWith(
        new QueueSeen(seen.id(), seen.drains(), seen.load(), seen.problem(), Map.of()));

    assertThat(api.get("/api/v1/queue").json().at("/drains/0/phase").asText()).isEqualTo("HELD");
  }

  @Test
  void shouldQueueHostsInTheirOrder() throws Exception {
    api.leader.answersQueueWith(queue());

    Answer answer =
        api.post(
            "/api/v1/queue",
            """
            {"hosts": [{"host": "h2", "timeoutSecs": 60}, {"host": "h1"}], "maxParallel": "1",
             "notBefore": "2026-11-22T08:00:00Z", "keepCapacity": "1T", "byRack": true, "window": "nights",
             "reason": "kernel"}""");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(api.leader.queueRequests.take())
        .isInstanceOfSatisfying(
            QueueDrain.class,
            queued -> {
              assertThat(queued.hosts()).extracting(QueuedHost::host).containsExactly("h2", "h1");
              assertThat(queued.pace())
                  .isEqualTo(
                      new Pace(
                          new ParallelLimit(1, false),
                          Optional.of(AT),
                          Optional.empty(),
                          KeptCapacity.parse("1T"),
                          Optional.of(HostGroup.RACK),
                          Optional.of("nights")));
              assertThat(queued.initiator().reason()).contains("kernel");
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"maxParallel\": \"1\"} | hosts",
        "{\"hosts\": [{\"host\": \"h1\"}]} | maxParallel",
        "{\"hosts\": [{\"host\": \"h1\"}], \"maxParallel\": \"0\"} | maxParallel",
        "{\"hosts\": [{\"host\": \"h1\"}], \"maxParallel\": 5} | maxParallel",
        "{\"hosts\": [{\"host\": \"h1\"}], \"maxParallel\": \"5\", \"until\": \"noon\"} | until",
        "{\"hosts\": [{\"host\": \"h1\"}], \"maxParallel\": \"5\", \"keepCapacity\": \"0G\"} |"
            + " keepCapacity",
        "{\"hosts\": [{\"host\": \"h1\"}], \"maxParallel\": \"5\", \"keepCapacity\": \"9G@\"} |"
            + " keepCapacity",
        "{\"hosts\": [{\"host\": \"a b\"}], \"maxParallel\": \"5\"} | hosts[0].host"
      })
  void shouldNameTheWrongField(String body, String field) throws Exception {
    Answer answer = api.post("/api/v1/queue", body);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().path("field").asText()).isEqualTo(field);
    assertThat(api.leader.queueRequests).isEmpty();
  }

  @Test
  void shouldChangeWhatWaits() throws Exception {
    api.leader.answersQueueWith(queue());

    assertThat(api.post("/api/v1/queue/q1", "{\"change\": \"CANCEL\"}").status()).isEqualTo(200);

    assertThat(api.leader.queueRequests.take())
        .isInstanceOfSatisfying(
            ChangeQueue.class,
            change -> {
              assertThat(change.id()).isEqualTo("q1");
              assertThat(change.change()).isEqualTo(QueueChange.CANCEL);
            });
    assertThat(api.post("/api/v1/queue/q1", "{\"change\": \"STOP\"}").status()).isEqualTo(400);
  }

  @ParameterizedTest
  @EnumSource
  void shouldSayWhyNothingWasChanged(QueueRejection code) throws Exception {
    api.leader.answersQueueWith(new QueueRefused(code, "because of " + code));

    Answer answer = api.post("/api/v1/queue/q1", "{\"change\": \"HOLD\"}");

    assertThat(answer.status()).isBetween(400, 599);
    assertThat(answer.json().path("detail").asText()).isEqualTo("because of " + code);
  }
}
