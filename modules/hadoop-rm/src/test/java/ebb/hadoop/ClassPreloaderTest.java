package ebb.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClassPreloaderTest {
  private static boolean initialised;

  @Test
  void shouldFindEachClassOfTheList() {
    assertThat(ClassPreloader.names())
        .contains("org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppImpl")
        .doesNotHaveDuplicates()
        .allMatch(ClassPreloader::isLinked);
  }

  @Test
  void shouldPassOverWhatIsNotThere() {
    assertThat(ClassPreloader.isLinked("ebb.hadoop.NoSuchClass")).isFalse();
  }

  @Test
  void shouldNotInitialise() {
    assertThat(ClassPreloader.isLinked(WithInitialiser.class.getName())).isTrue();

    assertThat(initialised).isFalse();
  }

  private static final class WithInitialiser {
    static {
      initialised = true;
    }
  }
}
