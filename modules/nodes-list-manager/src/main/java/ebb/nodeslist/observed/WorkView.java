package ebb.nodeslist.observed;

import ebb.domain.NodeId;
import java.util.Collection;
import java.util.List;

/**
 * What runs on the cluster, as Hadoop's ResourceManager on the leader's instance knows it. Any
 * thread may ask; answers from memory, but waits for Hadoop's locks.
 */
public interface WorkView {
  /** Of an instance without a ResourceManager. */
  WorkView NOTHING =
      new WorkView() {
        @Override
        public boolean areAclsEnabled() {
          return false;
        }

        @Override
        public List<ObservedApplication> applications(Collection<String> ids) {
          return List.of();
        }

        @Override
        public List<ObservedContainer> containers(NodeId nodeId) {
          return List.of();
        }
      };

  /** Whether YARN hides applications from users who may not view them. */
  boolean areAclsEnabled();

  /** Of these applications those that are known, in no order. */
  List<ObservedApplication> applications(Collection<String> ids);

  /** Those that keep a node busy: the ones that its drain counts. */
  List<ObservedContainer> containers(NodeId nodeId);
}
