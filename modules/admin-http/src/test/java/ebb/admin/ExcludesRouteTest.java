package ebb.admin;

import static org.assertj.core.api.Assertions.assertThat;

import ebb.admin.AdminApiServer.Answer;
import ebb.domain.DrainTimeout;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.ListSettings;
import ebb.domain.lists.ListsHash;
import ebb.domain.provenance.Origin;
import ebb.hosts.EditRejection;
import ebb.hosts.ListEdit;
import ebb.hosts.ListSource.ListFile;
import ebb.hosts.ListSource.ListFiles;
import ebb.nodeslist.protocol.NodesListCommand.EditExcludes;
import ebb.nodeslist.protocol.NodesListReply.EditRefused;
import ebb.nodeslist.protocol.NodesListReply.ListsSeen;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An operator edits the exclude file, wherever the leader reads it. */
class ExcludesRouteTest extends AdminApiTestBase {
  private static final String PATH = "/api/v1/lists/exclude";
  private static final String ADD_H1 = "{\"add\":[{\"host\":\"h1\"}]}";

  @Test
  void shouldHandTheChangeToTheLeaderAndShowTheListsAfterIt() throws Exception {
    // given
    leaderShows("af7e4");
    // when
    Answer answer =
        patch(
            "\"bef04e\"",
            """
            {"add":[{"host":"h1"},{"host":"h2","timeoutSecs":60},{"host":"h3","timeoutSecs":-1},
             {"host":"h5","hold":true}],"remove":["h4","odd,name"],"reason":"new disks"}\
            """);
    // then
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().at("/files/exclude/hash").asText()).isEqualTo("af7e4");
    assertThat(answer.response().headers().firstValue("ETag")).contains("\"af7e4\"");
    EditExcludes command = api.leader.edits.take();
    assertThat(command.edit())
        .isEqualTo(
            new ListEdit(
                "bef04e",
                new TreeMap<>(
                    Map.of(
                        "h1", Optional.empty(),
                        "h2", Optional.of(DrainTimeout.ofSeconds(60)),
                        "h3", Optional.of(DrainTimeout.INFINITE),
                        "h5", Optional.of(DrainTimeout.HELD))),
                new TreeSet<>(Set.of("h4", "odd,name"))));
    assertThat(command.initiator().origin()).isEqualTo(Origin.HTTP);
    assertThat(command.initiator().reason()).contains("new disks");
  }

  @Test
  void shouldPassOnThatAHostIsMeantOfWhichNoNodeIsKnown() throws Exception {
    leaderShows("af7e4");

    patch("\"1\"", ADD_H1);
    patch("\"1\"", "{\"add\":[{\"host\":\"h1\"}],\"allowUnknown\":true}");

    assertThat(api.leader.edits.take().edit().allowUnknown()).isFalse();
    assertThat(api.leader.edits.take().edit().allowUnknown()).isTrue();
  }

  @Test
  void shouldPassOnThatItMayHaveToBeConfirmed() throws Exception {
    leaderShows("af7e4");

    patch("\"1\"", "{\"remove\":[\"h1\"],\"requireConfirmation\":true}");

    assertThat(api.leader.edits.take().edit().requireConfirmation()).isTrue();
  }

  @Test
  void shouldShowThePlanOfAChangeAndPassOnThatExactlyThatIsMeant() throws Exception {
    api.leader.describesListsWith(PlanRouteTest.PLAN);

    Answer answer = patch("\"1\"", "{\"remove\":[\"h1\"],\"dryRun\":true}");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().at("/plan/token").asText()).isEqualTo(PlanRouteTest.TOKEN.text());
    assertThat(api.leader.edits.take().dryRun()).isTrue();
    leaderShows("af7e4");
    patch("\"1\"", "{\"remove\":[\"h1\"],\"plan\":\"" + PlanRouteTest.TOKEN.text() + "\"}");
    EditExcludes meant = api.leader.edits.take();
    assertThat(meant.dryRun()).isFalse();
    assertThat(meant.plan()).contains(PlanRouteTest.TOKEN);
  }

  @Test
  void shouldAskForWhichFileTheChangeIsMeant() throws Exception {
    leaderShows("1");
    assertProblem(
        api.send(
            api.request(PATH)
                .header("Content-Type", "application/json")
                .method("PATCH", BodyPublishers.ofString(ADD_H1))),
        428,
        "precondition-required");
    assertProblem(patch("*", ADD_H1), 428, "precondition-required");
    assertProblem(patch("W/\"1\"", ADD_H1), 428, "precondition-required");
    assertProblem(patch("\"1\", \"2\"", ADD_H1), 428, "precondition-required");
    assertThat(api.leader.edits).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @EnumSource(EditRejection.class)
  void shouldSayWhyTheFileWasNotEdited(EditRejection code) throws Exception {
    api.leader.describesListsWith(new EditRefused(code, "/etc/exclude: for a reason"));

    Answer answer = patch("\"1\"", ADD_H1);

    assertThat(answer.text("detail")).isEqualTo("/etc/exclude: for a reason");
    switch (code) {
      case NOT_CONFIGURED -> assertProblem(answer, 409, "exclude-list-not-configured");
      case CONFIGURATION_UNREADABLE -> assertProblem(answer, 409, "configuration-unreadable");
      case LIST_UNREADABLE -> assertProblem(answer, 409, "list-unreadable");
      case OLDER_LISTS -> assertProblem(answer, 409, "older-lists");
      case UNKNOWN_HOST -> assertProblem(answer, 409, "unknown-host");
      case CONFIRMATION_REQUIRED -> assertProblem(answer, 409, "confirmation-required");
      case PLAN_CHANGED -> assertProblem(answer, 409, "plan-changed");
      case LISTS_CHANGED -> assertProblem(answer, 412, "lists-changed");
      case NOT_EDITABLE -> assertProblem(answer, 409, "list-not-editable");
      case NOT_WRITABLE -> assertProblem(answer, 409, "list-not-writable");
      case BUSY -> assertProblem(answer, 503, "list-busy");
      case JOURNAL_UNAVAILABLE -> assertProblem(answer, 503, "journal-unavailable");
      case UNKNOWN -> assertProblem(answer, 503, "leader-unavailable");
    }
  }

  @Test
  void shouldSayThatNobodyKnowsWhenTheLeaderIsSilent() throws Exception {
    api.leader.fallsSilent();

    Answer answer = patch("\"1\"", ADD_H1);

    assertProblem(answer, 503, "leader-unavailable");
    assertThat(answer.text("detail")).contains("not known whether", "/api/v1/lists");
  }

  @ParameterizedTest(name = "{1} in {0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"add\":{}}|add",
        "{\"add\":[\"h1\"]}|add[0]",
        "{\"add\":[{}]}|add[0].host",
        "{\"add\":[{\"host\":\"a b\"}]}|add[0].host",
        "{\"add\":[{\"host\":\"a\"},{\"host\":\"#b\"}]}|add[1].host",
        "{\"add\":[{\"host\":\"a\"},{\"host\":\"a\"}]}|add[1].host",
        "{\"add\":[{\"host\":7}]}|add[0].host",
        "{\"add\":[{\"host\":\"a\",\"timeoutSecs\":-2}]}|add[0].timeoutSecs",
        "{\"add\":[{\"host\":\"a\",\"timeoutSecs\":2147483648}]}|add[0].timeoutSecs",
        "{\"add\":[{\"host\":\"a\",\"timeoutSecs\":1.5}]}|add[0].timeoutSecs",
        "{\"add\":[{\"host\":\"a\",\"hold\":1}]}|add[0].hold",
        "{\"add\":[{\"host\":\"a\",\"hold\":true,\"timeoutSecs\":5}]}|add[0].hold",
        "{\"remove\":\"a\"}|remove",
        "{\"remove\":[1]}|remove[0]",
        "{\"remove\":[\"\"]}|remove[0]",
        "{\"remove\":[\"a\",\"a\"]}|remove[1]",
        "{\"add\":[{\"host\":\"a\"}],\"remove\":[\"a\"]}|remove[0]",
        "{\"remove\":[\"a\"],\"reason\":\"\"}|reason",
        "{\"remove\":[\"a\"],\"allowUnknown\":1}|allowUnknown",
        "{\"remove\":[\"a\"],\"requireConfirmation\":1}|requireConfirmation",
        "{\"remove\":[\"a\"],\"dryRun\":1}|dryRun",
        "{\"remove\":[\"a\"],\"plan\":\"op-1\"}|plan",
        "{\"remove\":[\"a\"],\"plan\":7}|plan",
      })
  void shouldRefuseAValueThatIsNotAllowed(String body, String field) throws Exception {
    Answer answer = patch("\"1\"", body);

    assertProblem(answer, 400, "invalid-field");
    assertThat(answer.text("field")).isEqualTo(field);
    assertThat(api.leader.edits).isEmpty();
  }

  @Test
  void shouldSayHowLongAHostNameMayBe() throws Exception {
    String host = "h".repeat(254);
    for (String body :
        List.of("{\"add\":[{\"host\":\"" + host + "\"}]}", "{\"remove\":[\"" + host + "\"]}")) {
      Answer answer = patch("\"1\"", body);

      assertProblem(answer, 400, "invalid-field");
      assertThat(answer.text("detail")).contains("has 254 characters; allowed are 1 to 253");
    }
    assertThat(api.leader.edits).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(strings = {"{}", "{\"add\":[],\"remove\":[]}", "{\"add\":null}"})
  void shouldRefuseAChangeOfNothing(String body) throws Exception {
    assertProblem(patch("\"1\"", body), 400, "missing-field");
  }

  @Test
  void shouldRefuseAFieldThatItDoesNotKnow() throws Exception {
    Answer answer = patch("\"1\"", "{\"add\":[{\"host\":\"a\",\"timeout\":1}]}");

    assertProblem(answer, 400, "unknown-field");
    assertThat(answer.text("field")).isEqualTo("add[0].timeout");
    assertThat(patch("\"1\"", "{\"hosts\":[]}").text("field")).isEqualTo("hosts");
  }

  @Test
  void shouldTakeNothingButJson() throws Exception {
    Answer answer =
        api.send(
            api.request(PATH)
                .header("Content-Type", "text/plain")
                .header("If-Match", "\"1\"")
                .method("PATCH", BodyPublishers.ofString(ADD_H1)));

    assertProblem(answer, 415, "unsupported-media-type");
    assertProblem(patch("\"1\"", "[]"), 400, "malformed-json");
  }

  private static Answer patch(String ifMatch, String body) throws Exception {
    return api.send(
        api.request(PATH)
            .header("Content-Type", "application/json")
            .header("If-Match", ifMatch)
            .method("PATCH", BodyPublishers.ofString(body)));
  }

  private static void leaderShows(String hash) {
    ListFile exclude =
        new ListFile(ListFile.Kind.EXCLUDE, "/etc/exclude", Optional.empty(), Optional.of(hash));
    ListSettings inForce =
        new ListSettings(HostLists.EMPTY, DrainTimeout.ofSeconds(3600), Optional.of(""));
    api.leader.describesListsWith(
        new ListsSeen(
            7,
            ListsHash.of(HostLists.EMPTY),
            inForce,
            new ListFiles(List.of(exclude), Optional.of(HostLists.EMPTY), Optional.empty())));
  }
}
