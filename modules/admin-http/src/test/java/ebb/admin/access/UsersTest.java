package ebb.admin.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsersTest {
  private static final String HASH =
      "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"; // of "test"

  @Test
  void shouldKnowTheOwnerOfATokenAndOfACertificate() {
    Users users =
        Users.parse("users", List.of("", "# c", "anna admin " + HASH, "Bob B reader certificate"));

    assertThat(users.byToken("test")).contains(new Users.User("anna", Role.ADMIN));
    assertThat(users.byToken("Test")).isEmpty();
    assertThat(users.byToken("")).isEmpty();
    assertThat(users.byCertificate("Bob B")).contains(new Users.User("Bob B", Role.READER));
    assertThat(users.byCertificate("anna")).isEmpty();
  }

  @Test
  void shouldReadRolesAboveAndBelowTheirUsers() {
    Users users =
        Users.parse(
            "users",
            List.of(
                "ada gpu-team certificate",
                "role  gpu-team drain\trecommission label=gpu,a100 hosts=g[1-3,7].a,h? rack=/r1",
                "role ops timeout force leave",
                "bob ops certificate",
                "role admin certificate"));

    Role team = users.byCertificate("ada").orElseThrow().role();
    assertThat(team.permissions())
        .containsExactlyInAnyOrder(Permission.DRAIN, Permission.RECOMMISSION);
    RoleScope scope = team.scope().orElseThrow();
    assertThat(scope).hasToString("label=gpu,a100 or hosts=g[1-3,7].a,h? or rack=/r1");
    assertThat(List.of("g1.a", "g7.a", "h9")).allMatch(scope::includesHost);
    assertThat(List.of("g4.a", "h10", "gpu", "h")).noneMatch(scope::includesHost);
    assertThat(team.text())
        .isEqualTo(
            "may drain, recommission nodes of label=gpu,a100 or hosts=g[1-3,7].a,h? or"
                + " rack=/r1");
    assertThat(users.byCertificate("bob").orElseThrow().role().scope()).isEmpty();
    assertThat(users.byCertificate("role").orElseThrow().role()).isEqualTo(Role.ADMIN);
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "role",
        "role ops",
        "role ops drain undrain",
        "role ops Drain",
        "role ops label=gpu",
        "role ops drain label=",
        "role ops drain label=a,,b",
        "role ops drain label",
        "role ops drain user=ada",
        "role ops drain hosts=h[2-1]",
        "role ops drain hosts=a,",
        "role ops leave label=gpu",
        "role Ops drain",
        "role admin drain",
        "role reader drain",
        "role first drain",
      })
  void shouldRefuseWhatIsNoRole(String line) {
    assertThatThrownBy(() -> Users.parse("/etc/users", List.of("role first force", line)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("/etc/users, line 2: expected role NAME");
  }

  @Test
  void shouldSayHowLongANameMayBe() {
    String name = "n".repeat(1_000);

    assertThat(Users.parse("users", List.of(name + " admin certificate")).byCertificate(name))
        .isPresent();
    assertThatThrownBy(() -> Users.parse("users", List.of("", name + "n admin certificate")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("users, line 2: the name has 1001 characters; allowed are 1 to 1000");
  }

  /** What the documentation tells people to do. */
  @Test
  void shouldTakeTheHashThatShellCommandsMake() throws Exception {
    Process shell =
        new ProcessBuilder("sh", "-c", "printf %s \"$0\" | sha256sum | cut -d' ' -f1", "s3cret t")
            .start();
    String hash = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();

    Users users = Users.parse("users", List.of("anna admin sha256:" + hash));

    assertThat(users.byToken("s3cret t")).isPresent();
  }

  @ParameterizedTest(name = "{0}")
  @ValueSource(
      strings = {
        "anna",
        "anna admin",
        "admin certificate",
        "anna root certificate",
        "anna Admin certificate",
        "anna admin sha256:9f86",
        "anna admin md5:098f6bcd4621d373cade4e832627b4f6",
        "anna admin mysecret",
        "first admin certificate",
        "other admin sha256:9F86D081884C7D659A2FEAA0C55AD015A3BF4F1B2B0B822CD15D6C15B0F00A08",
      })
  void shouldNameTheLineThatIsWrongAndQuoteNothing(String line) {
    assertThatThrownBy(
            () ->
                Users.parse(
                    "/etc/users", List.of("first admin certificate", "a admin " + HASH, line)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("/etc/users, line 3: expected NAME")
        .hasMessageNotContaining("mysecret")
        .hasMessageNotContaining("\n");
  }
}
