package ebb.hadoop.tracker;

import ebb.domain.NodeId;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.ConfigurationProvider;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.resource.DynamicResourceConfiguration;

/** Node sizes from dynamic-resources.xml, which replace the sizes that the nodes report. */
final class DynamicSizes {
  private DynamicSizes() {}

  static DynamicResourceConfiguration load(ConfigurationProvider provider, Configuration conf)
      throws IOException {
    try {
      InputStream file =
          provider.getConfigurationInputStream(conf, YarnConfiguration.DR_CONFIGURATION_FILE);
      return file == null
          ? new DynamicResourceConfiguration(conf)
          : new DynamicResourceConfiguration(conf, file);
    } catch (YarnException e) {
      throw new IOException(e);
    }
  }

  static Optional<Resource> of(DynamicResourceConfiguration sizes, NodeId nodeId) {
    String id = nodeId.toString();
    String[] listed = sizes.getNodes();
    return listed != null && Arrays.asList(listed).contains(id)
        ? Optional.of(Resource.newInstance(sizes.getMemoryPerNode(id), sizes.getVcoresPerNode(id)))
        : Optional.empty();
  }
}
