package ebb.admin.routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.admin.AdminApiServer;
import ebb.admin.AdminApiServer.Answer;
import ebb.domain.DrainTimeout;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.ListSettings;
import ebb.domain.lists.ListsHash;
import ebb.domain.lists.OperatorExclude;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Provenance;
import ebb.hosts.ListSource.ListFile;
import ebb.hosts.ListSource.ListFiles;
import ebb.nodeslist.protocol.NodesListReply.ListsSeen;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An operator asks which lists are in force, and whether the files say the same. */
class ListsRouteTest {
  private static final HostLists LISTS =
      HostLists.of(
          Set.of("h1", "h2"),
          Map.of(
              "h2", Optional.of(DrainTimeout.ofSeconds(60)),
              "h3", Optional.of(DrainTimeout.INFINITE),
              "h4", Optional.empty()));
  private static final ListFile INCLUDE =
      new ListFile(
          ListFile.Kind.INCLUDE,
          "/etc/ebb/include",
          Optional.of(Instant.parse("2026-11-22T08:00:00Z")),
          Optional.of("c0ffee"));
  private static final ListFile EXCLUDE =
      new ListFile(
          ListFile.Kind.EXCLUDE, "/etc/ebb/exclude.xml", Optional.empty(), Optional.of("5eed"));

  static AdminApiServer api;

  @BeforeAll
  static void start() throws Exception {
    api = new AdminApiServer();
  }

  @AfterAll
  static void stop() {
    api.close();
  }

  @BeforeEach
  void reset() {
    api.reset();
  }

  @Test
  void shouldShowWhatIsInForceAndWhereItCameFrom() throws Exception {
    finds(new ListFiles(List.of(INCLUDE, EXCLUDE), Optional.of(LISTS), Optional.empty()));

    Answer answer = api.get("/api/v1/lists");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().toString())
        .isEqualTo(
            """
            {"listVersion":7,"hash":"HASH","configuredTimeoutSeconds":3600,\
            "includes":["h1","h2"],\
            "excludes":[{"host":"h2","hasTimeout":true,"timeoutSeconds":60,"held":false,\
            "excludedBy":null,"kept":false},\
            {"host":"h3","hasTimeout":true,"timeoutSeconds":null,"held":false,\
            "excludedBy":null,"kept":false},\
            {"host":"h4","hasTimeout":false,"timeoutSeconds":null,"held":false,\
            "excludedBy":null,"kept":false}],\
            "files":{"hash":"HASH","differs":false,"problem":null,"warnings":[],\
            "include":{"path":"/etc/ebb/include","changedAt":"2026-11-22T08:00:00Z",\
            "hash":"c0ffee"},\
            "exclude":{"path":"/etc/ebb/exclude.xml","changedAt":null,"hash":"5eed"}}}\
            """
                .replace("HASH", ListsHash.of(LISTS)));
    assertThat(answer.response().headers().firstValue("ETag")).contains("\"5eed\"");
  }

  @Test
  void shouldShowWhatTheFilesDoNotSay() throws Exception {
    Provenance alice =
        new Provenance(
            Instant.EPOCH,
            "rm1",
            "alice",
            Origin.HTTP,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            6);
    List<String> warnings = List.of("/etc/ebb/exclude, line 3: 'h5,h6' is no host name");
    api.leader.describesListsWith(
        new ListsSeen(
            7,
            ListsHash.of(LISTS),
            new ListSettings(LISTS, DrainTimeout.ofSeconds(3600), Optional.of("")),
            new ListFiles(List.of(EXCLUDE), Optional.of(LISTS), Optional.empty(), warnings, false),
            List.of(
                new OperatorExclude("h3", Optional.empty(), alice),
                new OperatorExclude("h4", Optional.empty(), alice)),
            List.of("h4")));

    JsonNode lists = api.get("/api/v1/lists").json();

    assertThat(lists.path("excludes"))
        .extracting(
            each -> each.path("host").asText(),
            each -> each.path("excludedBy").asText(null),
            each -> each.path("kept").asBoolean())
        .containsExactly(
            tuple("h2", null, false), tuple("h3", "alice", false), tuple("h4", "alice", true));
    assertThat(lists.at("/files/warnings/0").asText()).isEqualTo(warnings.get(0));
  }

  @Test
  void shouldSayThatAFileDiffers() throws Exception {
    finds(new ListFiles(List.of(EXCLUDE), Optional.of(HostLists.EMPTY), Optional.empty()));

    Answer answer = api.get("/api/v1/lists");

    assertThat(answer.json().at("/files/differs").asBoolean()).isTrue();
    assertThat(answer.json().at("/files/hash").asText())
        .isEqualTo(ListsHash.of(HostLists.EMPTY))
        .isNotEqualTo(answer.text("hash"));
    assertThat(answer.json().at("/files/include").isNull()).isTrue();
  }

  @Test
  void shouldSayWhyAFileCannotBeRead() throws Exception {
    String problem = "/etc/ebb/exclude.xml, line 3: malformed XML";
    finds(new ListFiles(List.of(INCLUDE, EXCLUDE), Optional.empty(), Optional.of(problem)));

    Answer answer = api.get("/api/v1/lists");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().at("/files/problem").asText()).isEqualTo(problem);
    assertThat(answer.json().at("/files/differs").isNull()).isTrue();
    assertThat(answer.json().at("/includes")).hasSize(2);
  }

  @Test
  void shouldRefuseAParameterThatItDoesNotKnow() throws Exception {
    Answer answer = api.get("/api/v1/lists?hosts=h1");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.text("code")).isEqualTo("unknown-parameter");
  }

  @Test
  void shouldSayThatTheLeaderDoesNotAnswer() throws Exception {
    api.leader.fallsSilent();

    assertThat(api.get("/api/v1/lists").text("code")).isEqualTo("leader-unavailable");
  }

  private static void finds(ListFiles found) {
    ListSettings inForce =
        new ListSettings(LISTS, DrainTimeout.ofSeconds(3600), Optional.of("/etc/ebb/include"));
    api.leader.describesListsWith(new ListsSeen(7, ListsHash.of(LISTS), inForce, found));
  }
}
