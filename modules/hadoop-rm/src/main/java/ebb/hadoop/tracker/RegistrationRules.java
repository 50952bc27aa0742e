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
 * The requirements for a NodeManager apart from the lists, with YARN's messages
 * (ResourceTrackerService.registerNodeManager).
 *
 * @param minimumVersion empty if every version is allowed
 * @param minimumMemoryMb in mebibytes
 * @param resolvable whether the host name must resolve
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

  /** The reason to reject a NodeManager with this host name; empty if there is none. */
  static Optional<String> refuseHost(String host) {
    return TextLimit.HOST_NAME
        .problemOf(host)
        .map(
            problem ->
                "Disallowed NodeManager: its host name "
                    + problem
                    + ". Sending SHUTDOWN signal to the NodeManager.");
  }

  /** The reason to reject a NodeManager of this version; empty if there is none. */
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

  /** The reason to reject a NodeManager of this size; empty if there is none. */
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
