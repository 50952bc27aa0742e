package ebb.nodeslist.observed;

import ebb.domain.NodeId;
import java.util.Collection;
import java.util.List;

/**
 * What runs on the cluster, as Hadoop's ResourceManager on the leading instance knows it. May be
 * called on any thread. Answers from memory, but waits for Hadoop's locks.
 */
public interface WorkView {
  /** Whether YARN hides applications from users who may not view them. */
  boolean areAclsEnabled();

  /** The known ones of these applications, in no particular order. */
  List<ObservedApplication> applications(Collection<String> ids);

  /** The containers that keep a node busy: those that its drain counts. */
  List<ObservedContainer> containers(NodeId nodeId);
}
