package ebb.domain.lists;

import static ebb.domain.lists.HostAdmission.ALLOWED;
import static ebb.domain.lists.HostAdmission.EXCLUDED_BY_HOST;
import static ebb.domain.lists.HostAdmission.EXCLUDED_BY_IP;
import static ebb.domain.lists.HostAdmission.NOT_INCLUDED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Who may join: NodesListManager.isValidNode, with the rule that decided. */
class HostListsTest {
  private static final NodeAddress HOST1 = new NodeAddress("host1", "10.0.0.1");
  private static final Set<String> NOBODY = Set.of();

  @Test
  void shouldAllowEveryHostWhenBothListsAreEmpty() {
    assertThat(HostLists.EMPTY.verdictOn(HOST1)).isEqualTo(ALLOWED);
  }

  @Test
  @DisplayName("case 24: should allow a host that the include list names")
  void shouldAllowAnIncludedHost() {
    assertThat(lists(Set.of("host1", "host2"), NOBODY).verdictOn(HOST1)).isEqualTo(ALLOWED);
  }

  @Test
  @DisplayName("case 26: should allow a host whose IP the include list names")
  void shouldAllowAnIncludedIp() {
    assertThat(lists(Set.of("10.0.0.1"), NOBODY).verdictOn(HOST1)).isEqualTo(ALLOWED);
  }

  @Test
  @DisplayName("case 121: should not allow a host that the include list does not name")
  void shouldNotAllowAHostThatIsNotIncluded() {
    assertThat(lists(Set.of("host2"), NOBODY).verdictOn(HOST1)).isEqualTo(NOT_INCLUDED);
  }

  @Test
  @DisplayName("case 27: should exclude by host and by IP")
  void shouldExcludeByHostAndByIp() {
    assertThat(lists(NOBODY, Set.of("host1")).verdictOn(HOST1)).isEqualTo(EXCLUDED_BY_HOST);
    assertThat(lists(NOBODY, Set.of("10.0.0.1")).verdictOn(HOST1)).isEqualTo(EXCLUDED_BY_IP);
  }

  @Test
  void shouldNameTheHostWhenBothHostAndIpAreExcluded() {
    assertThat(lists(NOBODY, Set.of("host1", "10.0.0.1")).verdictOn(HOST1))
        .isEqualTo(EXCLUDED_BY_HOST);
  }

  @Test
  @DisplayName("case 45: should let exclusion win over inclusion")
  void shouldLetExclusionWin() {
    assertThat(lists(Set.of("host1"), Set.of("host1")).verdictOn(HOST1))
        .isEqualTo(EXCLUDED_BY_HOST);
    assertThat(lists(Set.of("host1"), Set.of("10.0.0.1")).verdictOn(HOST1))
        .isEqualTo(EXCLUDED_BY_IP);
    assertThat(lists(Set.of("10.0.0.1"), Set.of("host1")).verdictOn(HOST1))
        .isEqualTo(EXCLUDED_BY_HOST);
  }

  @Test
  void shouldCallAHostExcludedRatherThanNotIncludedWhenBothAreTrue() {
    assertThat(lists(Set.of("host2"), Set.of("host1")).verdictOn(HOST1))
        .isEqualTo(EXCLUDED_BY_HOST);
  }

  @Test
  void shouldCompareExactly() {
    assertThat(lists(NOBODY, Set.of("HOST1")).verdictOn(HOST1)).isEqualTo(ALLOWED);
    assertThat(lists(NOBODY, Set.of("host")).verdictOn(HOST1)).isEqualTo(ALLOWED);
    assertThat(lists(NOBODY, Set.of("host1.example.org")).verdictOn(HOST1)).isEqualTo(ALLOWED);
    assertThat(lists(NOBODY, Set.of("*")).verdictOn(HOST1)).isEqualTo(ALLOWED);
    assertThat(lists(NOBODY, Set.of("host1:1234")).verdictOn(HOST1)).isEqualTo(ALLOWED);
  }

  @Test
  void shouldKnowAHostThatDidNotResolveByItsNameAlone() {
    NodeAddress unresolved = new NodeAddress("host1", "host1");

    assertThat(lists(Set.of("host1"), NOBODY).verdictOn(unresolved)).isEqualTo(ALLOWED);
    assertThat(lists(NOBODY, Set.of("host1")).verdictOn(unresolved)).isEqualTo(EXCLUDED_BY_HOST);
    assertThat(lists(NOBODY, Set.of("10.0.0.1")).verdictOn(unresolved)).isEqualTo(ALLOWED);
  }

  @Test
  void shouldTakeEveryVerdictButAllowedForExcluded() {
    assertThat(HostAdmission.values())
        .allSatisfy(verdict -> assertThat(verdict.isDisallowed()).isEqualTo(verdict != ALLOWED));
  }

  @Test
  void shouldNotFollowLaterChangesOfWhatItWasMadeFrom() {
    // given
    TreeSet<String> includes = new TreeSet<>(Set.of("host1"));
    HostLists lists = new HostLists(includes, new TreeMap<>());
    // when
    includes.clear();
    // then
    assertThat(lists.includes()).containsExactly("host1");
    assertThatThrownBy(() -> lists.includes().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> lists.excludes().put("host2", Optional.empty()))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void shouldBeEqualWhateverTheOrderInWhichTheHostsWereListed() {
    HostLists one = lists(Set.of("a", "b"), Set.of("c", "d"));
    HostLists other =
        new HostLists(
            new TreeSet<>(Set.of("b", "a")),
            new TreeMap<>(Map.of("d", Optional.empty(), "c", Optional.empty())));

    assertThat(one).isEqualTo(other).hasSameHashCodeAs(other);
  }

  private static HostLists lists(Set<String> includes, Set<String> excludes) {
    return HostLists.of(
        includes,
        excludes.stream().collect(Collectors.toMap(host -> host, host -> Optional.empty())));
  }
}
