package ebb.hadoop.report;

import ebb.domain.Resource;
import ebb.domain.provenance.Initiator;
import ebb.node.NodeCommand;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Sends facts from a {@code RMNodeView} to its RMNode. Called under the node's lock: an
 * implementation sends a message and returns. It must not ask, block or throw.
 */
public interface FactSender {

  /** Sends a fact, which may get lost. A fact that is still true is sent again. */
  void tell(NodeCommand.Fact fact);

  /**
   * Sends the size that an administrator gave the node (AdminService.updateNodeResource or
   * dynamic-resources.xml). The size is in force once it is published. The message may get lost,
   * like a fact.
   *
   * @param onAnswer called on any thread: empty if the size is accepted, else the reason for the
   *     rejection
   */
  void resize(Resource wanted, Initiator initiator, Consumer<Optional<String>> onAnswer);
}
