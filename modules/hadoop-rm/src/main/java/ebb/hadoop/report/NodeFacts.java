package ebb.hadoop.report;

import ebb.domain.Resource;
import ebb.domain.provenance.Initiator;
import ebb.node.NodeCommand;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How a {@code RMNodeView} speaks to the one RMNode that it is the view of. Called while the node's
 * lock is held: an implementation sends a message and returns; it neither asks nor blocks nor
 * throws.
 */
public interface NodeFacts {

  /** Sends a fact. It may get lost: whatever is still true is sent again. */
  void tell(NodeCommand.Fact fact);

  /**
   * Passes on that an administrator gave the node another size (AdminService.updateNodeResource or
   * dynamic-resources.xml); the size is in force once it is published. It may get lost, as facts
   * may.
   *
   * @param onAnswer told, on any thread, nothing if the size is taken, or why it is refused
   */
  void resize(Resource wanted, Initiator initiator, Consumer<Optional<String>> onAnswer);
}
