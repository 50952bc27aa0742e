package ebb.hadoop.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.domain.NodeState;
import ebb.domain.refresh.UntrackedPolicy;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UntrackedSettingsTest {
  private static final String TIMEOUT = "yarn.resourcemanager.node-removal-untracked.timeout-ms";
  private static final String STATES =
      "yarn.resourcemanager.node-removal-untracked.node-selective-states-to-remove";

  private final Configuration conf = new Configuration(false);

  @Test
  void shouldDoAsYarnDoesByDefault() {
    assertThat(UntrackedSettings.of(conf)).isEqualTo(UntrackedPolicy.DEFAULT);
  }

  @Test
  void shouldReadWhatIsConfigured() {
    conf.set(TIMEOUT, "500");
    conf.set("yarn.resourcemanager.enable-node-untracked-without-include-path", "true");
    conf.set(STATES, "SHUTDOWN,LOST");

    assertThat(UntrackedSettings.of(conf))
        .isEqualTo(
            new UntrackedPolicy(
                Duration.ofMillis(500),
                true,
                Optional.of(Set.of(NodeState.SHUTDOWN, NodeState.LOST))));
  }

  /** As in YARN: a name that is not exact chooses nothing, instead of everything. */
  @Test
  void shouldChooseNothingByANameThatIsNone() {
    conf.set(STATES, "shutdown, LOST");

    assertThat(UntrackedSettings.of(conf).states()).contains(Set.of());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "0", "-5", "soon", "99999999999"})
  void shouldRefuseATimeoutThatYarnDoesNotStartWith(String timeout) {
    conf.set(TIMEOUT, timeout);

    assertThatThrownBy(() -> UntrackedSettings.of(conf))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(TIMEOUT + " = " + timeout + " is not allowed; allowed are milliseconds from 2");
  }
}
