package ebb.hadoop.tracker;

import ebb.domain.text.TextLimit;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.VersionUtil;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.util.YarnVersionInfo;
import org.jspecify.annotations.Nullable;

/**
 * What a NodeManager must bring along whatever the lists say, in YARN's words
 * (ResourceTrackerService.registerNodeManager).
 *
 * @param minimumVersion empty if any will do
 * @param minimumMemoryMb least memory, in mebibytes
 * @param resolvable whether the host must resolve
 */
public record RegistrationRules(
    Optional<String> minimumVersion, long minimumMemoryMb, int minimumVcores, boolean resolvable) {

  static RegistrationRules of(Configuration conf) {
    String minimum =
        conf.get(
            YarnConfiguration.RM_NODEMANAGER_MINIMUM_VERSION,
            YarnConfiguration.DEFAULT_RM_NODEMANAGER_MINIMUM_VERSION);
    Optional<String> version =
        switch (minimum) {
          case "NONE" -> Optional.empty();
          case "EqualToRM" -> Optional.of(YarnVersionInfo.getVersion());
          default -> Optional.of(minimum);
        };
    return new RegistrationRules(
        version,
        conf.getInt(
            YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB,
            YarnConfiguration.DEFAULT_RM_SCHEDULER_MINIMUM_ALLOCATION_MB),
        conf.getInt(
            YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_VCORES,
            YarnConfiguration.DEFAULT_RM_SCHEDULER_MINIMUM_ALLOCATION_VCORES),
        conf.getBoolean(
            YarnConfiguration.RM_NM_REGISTRATION_IP_HOSTNAME_CHECK_KEY,
            YarnConfiguration.DEFAULT_RM_NM_REGISTRATION_IP_HOSTNAME_CHECK_KEY));
  }

  /** The reason why a NodeManager of a host with this name may not come in, or empty. */
  static Optional<String> refuseHost(String host) {
    return TextLimit.HOST_NAME
        .problemOf(host)
        .map(
            problem ->
                "Disallowed NodeManager: its host name "
                    + problem
                    + ". Sending SHUTDOWN signal to the NodeManager.");
  }

  /** The reason why a NodeManager of this version may not come in, or empty. */
  Optional<String> refuseVersion(@Nullable String version) {
    return minimumVersion
        .filter(minimum -> version == null || VersionUtil.compareVersions(version, minimum) < 0)
        .map(
            minimum ->
                "Disallowed NodeManager Version "
                    + version
                    + ", is less than the minimum version "
                    + minimum
                    + " sending SHUTDOWN signal to NodeManager.");
  }

  /** The reason why a NodeManager of this size may not come in, or empty. */
  Optional<String> refuseSize(String host, Resource size) {
    if (size.getMemorySize() >= minimumMemoryMb && size.getVirtualCores() >= minimumVcores) {
      return Optional.empty();
    }
    return Optional.of(
        "NodeManager from  "
            + host
            + " doesn't satisfy minimum allocations, Sending SHUTDOWN signal to the NodeManager."
            + " Node capabilities are "
            + size
            + "; minimums are "
            + minimumMemoryMb
            + "mb and "
            + minimumVcores
            + " vcores");
  }
}
