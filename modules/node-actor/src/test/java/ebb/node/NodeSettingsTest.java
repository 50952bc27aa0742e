package ebb.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.cluster.sharding.typed.ClusterShardingSettings;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class NodeSettingsTest {
  private static final Config DEFAULTS = ConfigFactory.load();

  @Test
  void shouldKnowEveryKeyAndItsDefault() {
    assertThat(NodeSettings.from(DEFAULTS, "rm1"))
        .isEqualTo(new NodeSettings("rm1", Duration.ofSeconds(20)));
    assertThat(DEFAULTS.getConfig("ebb.node").root().keySet())
        .containsExactlyInAnyOrder("poll-interval", "sharding");
  }

  @Test
  void shouldRefuseAnIntervalThatIsNotLongerThanZero() {
    var config = ConfigFactory.parseString("ebb.node.poll-interval = 0s").withFallback(DEFAULTS);

    assertThatThrownBy(() -> NodeSettings.from(config, "rm1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ebb.node.poll-interval");
  }

  @Test
  void shouldNeverPutANodeToSleep() {
    var config = NodeSharding.shardingConfig(DEFAULTS);
    var sharding = ClusterShardingSettings.fromConfig(config);

    assertThat(sharding.numberOfShards()).isEqualTo(100);
    assertThat(sharding.rememberEntities()).isFalse();
    assertThat(config.getString("passivation.strategy")).isEqualTo("none");
  }
}
