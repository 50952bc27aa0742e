package ebb.hadoop.tracker;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.util.YarnVersionInfo;
import org.junit.jupiter.api.Test;

class RegistrationRulesTest {
  private final Configuration conf = new Configuration(false);

  @Test
  void shouldTakeAnyVersionByDefault() {
    RegistrationRules rules = RegistrationRules.of(conf);
    assertThat(rules.refuseVersion("2.7.0")).isEmpty();
    assertThat(rules.refuseVersion(null)).isEmpty();
  }

  @Test
  void shouldRefuseAVersionBelowTheMinimum() {
    conf.set(YarnConfiguration.RM_NODEMANAGER_MINIMUM_VERSION, "3.4.0");
    RegistrationRules rules = RegistrationRules.of(conf);
    assertThat(rules.refuseVersion("3.4.0")).isEmpty();
    assertThat(rules.refuseVersion("3.3.6"))
        .hasValueSatisfying(reason -> assertThat(reason).contains("3.3.6").contains("3.4.0"));
    assertThat(rules.refuseVersion(null)).isPresent();
  }

  @Test
  void shouldKnowItsOwnVersion() {
    conf.set(YarnConfiguration.RM_NODEMANAGER_MINIMUM_VERSION, "EqualToRM");
    RegistrationRules rules = RegistrationRules.of(conf);
    assertThat(rules.refuseVersion(YarnVersionInfo.getVersion())).isEmpty();
    assertThat(rules.refuseVersion("2.0.0")).isPresent();
  }

  @Test
  void shouldRefuseANodeThatIsTooSmallForOneContainer() {
    RegistrationRules rules = RegistrationRules.of(conf);
    assertThat(rules.refuseSize("nm1", Resource.newInstance(1024, 1))).isEmpty();
    assertThat(rules.refuseSize("nm1", Resource.newInstance(1023, 1))).isPresent();
    assertThat(rules.refuseSize("nm1", Resource.newInstance(4096, 0))).isPresent();
  }
}
