package ebb.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.ActorSystem;
import akka.actor.ActorSystemImpl;
import akka.event.LoggingFilter;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AcceptBackoffTest {
  private ActorSystem system;
  private LoggingFilter filter;

  @BeforeEach
  void start() {
    system =
        ActorSystem.create(
            "backoff",
            ConfigFactory.parseString("akka.actor.provider = local")
                .withFallback(ConfigFactory.load("instance")));
    filter = ((ActorSystemImpl) system).logFilter();
  }

  @AfterEach
  void stop() {
    system.terminate();
  }

  @Test
  void shouldBeWhatAnInstanceAsksBeforeEachError() {
    assertThat(filter).isInstanceOf(AcceptBackoff.class);
  }

  @Test
  void shouldHoldUpAPortThatCannotAcceptAndNobodyElse() throws Exception {
    Class<?> listener = Class.forName("akka.io.TcpListener");

    assertThat(tookTenErrorsOf(listener)).isGreaterThan(Duration.ofMillis(1900));
    assertThat(tookTenErrorsOf(ActorSystem.class)).isLessThan(Duration.ofMillis(500));
  }

  private Duration tookTenErrorsOf(Class<?> source) {
    long begin = System.nanoTime();
    for (int i = 0; i < 10; i++) {
      filter.isErrorEnabled(source, "akka://backoff/system/IO-TCP");
    }
    return Duration.ofNanos(System.nanoTime() - begin);
  }
}
