package ebb.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LeaderClassesTest {
  private static boolean initialised;

  @Test
  void shouldFindEachClassOfTheList() {
    assertThat(LeaderClasses.names())
        .contains("org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppImpl")
        .doesNotHaveDuplicates()
        .allMatch(LeaderClasses::isLinked);
  }

  @Test
  void shouldPassOverWhatIsNotThere() {
    assertThat(LeaderClasses.isLinked("ebb.hadoop.NoSuchClass")).isFalse();
  }

  @Test
  void shouldNotInitialise() {
    assertThat(LeaderClasses.isLinked(WithInitialiser.class.getName())).isTrue();

    assertThat(initialised).isFalse();
  }

  private static final class WithInitialiser {
    static {
      initialised = true;
    }
  }
}
