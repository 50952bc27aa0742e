package ebb.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.demo.cluster.ContainerProcess;
import java.util.List;
import org.junit.jupiter.api.Test;

class RolesTest {
  private static final List<String> HOSTS = List.of("a", "b", "c");

  @Test
  void shouldCallBackTheHostOfTheApplicationMaster() {
    // given
    var containers =
        List.of(
            new ContainerProcess("container_1_0001_01_000002", "a", 1),
            new ContainerProcess("container_1_0001_01_000001", "b", 2));
    // then
    assertThat(Roles.of(HOSTS, containers)).isEqualTo(new Roles("a", "c", "b"));
  }

  @Test
  void shouldRefuseToGuessWithoutAnApplicationMaster() {
    assertThatThrownBy(() -> Roles.of(HOSTS, List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
