package ebb.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.net.ConnectException;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.Test;

class RetryRuleTest {
  private final Throwable refused = new ConnectException("refused");

  private final Configuration conf = new Configuration(false);

  @Test
  void shouldAskTheNextOneAtOnceAndSleepOnlyAfterThat() {
    quick();
    assertThat(after(refused, 0)).contains(new RetryRule.Next(0, true));
    for (int i = 0; i < 100; i++) {
      assertThat(after(refused, 1).orElseThrow().millis()).isBetween(500L, 1500L);
      assertThat(after(refused, 2).orElseThrow().millis()).isBetween(1000L, 3000L);
      assertThat(after(refused, 20).orElseThrow().millis()).isBetween(1000L, 3000L);
    }
  }

  @Test
  void shouldSleepForHalfAMinuteByHadoopsDefaults() {
    assertThat(after(refused, 0)).contains(new RetryRule.Next(0, true));
    assertThat(after(refused, 1).orElseThrow().millis()).isBetween(15_000L, 45_000L);
  }

  @Test
  void shouldMoveOnFromAStandbyAndFromAConnectionThatBroke() {
    quick();
    Throwable standby = new RemoteException(StandbyException.class.getName(), "standby");
    assertThat(after(new CompletionException(standby), 0).orElseThrow().movesOn()).isTrue();
    assertThat(after(new EOFException(), 0).orElseThrow().movesOn()).isTrue();
  }

  @Test
  void shouldAskTheSameOneAgainThatSaysSo() {
    quick();
    Throwable later = new RemoteException(RetriableException.class.getName(), "later");
    assertThat(after(later, 0).orElseThrow().movesOn()).isFalse();
  }

  @Test
  void shouldGiveUpAnAnswerThatIsARefusal() {
    quick();
    assertThat(after(new RemoteException(IllegalStateException.class.getName(), "no"), 0))
        .isEmpty();
    assertThat(RetryRule.none().after(refused, 0, 0)).isEmpty();
  }

  @Test
  void shouldPreferWhatIsSaidOfNodeManagers() {
    conf.setLong(YarnConfiguration.NM_RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, 100);
    assertThat(after(refused, 1).orElseThrow().millis()).isBetween(50L, 150L);
  }

  /** The settings of conf/cluster. */
  private void quick() {
    conf.setLong(YarnConfiguration.CLIENT_FAILOVER_SLEEPTIME_BASE_MS, 500);
    conf.setLong(YarnConfiguration.CLIENT_FAILOVER_SLEEPTIME_MAX_MS, 2000);
  }

  private Optional<RetryRule.Next> after(Throwable failure, int moves) {
    return RetryRule.ofNodeManager(conf).after(failure, moves, moves);
  }
}
