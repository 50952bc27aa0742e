package ebb.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.http.javadsl.model.AttributeKeys;
import akka.http.javadsl.model.HttpRequest;
import akka.http.javadsl.model.RemoteAddress;
import ebb.admin.access.AccessFilter;
import ebb.admin.access.Caller;
import ebb.admin.access.ChangeGuard;
import ebb.admin.access.Permission;
import ebb.admin.access.Role;
import ebb.admin.http.ProblemException;
import ebb.domain.provenance.AuthMethod;
import ebb.domain.provenance.Peer;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

/** What a peer is refused stands in the log, however often another one is. */
class RefusedPeerLinesTest {
  @Test
  void shouldHideNobodysRefusalBehindThoseOfANoisyPeer() {
    try (CapturedLog log = CapturedLog.of(AccessFilter.class.getName())) {
      // when
      for (int i = 0; i < 1_000; i++) {
        isRefused("203.0.113.66");
      }
      isRefused("203.0.113.7");
      // then
      assertThat(log.messages()).filteredOn(line -> line.contains("203.0.113.66:")).hasSize(600);
      assertThat(log.messages()).filteredOn(line -> line.contains("203.0.113.7:")).hasSize(1);
    }
  }

  private static void isRefused(String address) {
    Caller reader =
        new Caller("monitoring", Role.READER, new Peer(address, "monitoring", AuthMethod.TOKEN));
    HttpRequest request =
        reader.into(
            HttpRequest.POST("/api/v1/refresh")
                .addAttribute(
                    AttributeKeys.remoteAddress,
                    RemoteAddress.create(new InetSocketAddress(address, 40312))));
    assertThatThrownBy(() -> new ChangeGuard(request).require(Permission.DRAIN))
        .isInstanceOf(ProblemException.class);
  }
}
