package ebb.differential.stock;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.server.api.protocolrecords.NodeHeartbeatResponse;
import org.apache.hadoop.yarn.server.api.protocolrecords.RegisterNodeManagerResponse;
import org.apache.hadoop.yarn.server.api.records.NodeAction;
import org.jspecify.annotations.Nullable;

/** The answers to NodeManagers since the last observation, in the same words for both sides. */
final class AnswerNotes {
  private final Map<NodeId, List<String>> answers = new HashMap<>();

  List<String> of(NodeId id) {
    return answers.getOrDefault(id, List.of());
  }

  void clear() {
    answers.clear();
  }

  void failed(NodeManager manager, RuntimeException failure) {
    answers(manager).add("FAILED " + failure.getClass().getSimpleName());
  }

  void note(NodeManager manager, RegisterNodeManagerResponse answer) {
    answers(manager)
        .add(
            "register "
                + answer.getNodeAction()
                + (answer.getNodeAction() == NodeAction.NORMAL
                    ? ""
                    : " " + kindOf(answer.getDiagnosticsMessage()))
                + (answer.getResource() == null ? "" : " size " + Text.of(answer.getResource())));
  }

  void note(NodeManager manager, NodeHeartbeatResponse answer) {
    List<ContainerId> signals =
        answer.getContainersToSignalList().stream().map(each -> each.getContainerId()).toList();
    answers(manager)
        .add(
            "beat "
                + answer.getNodeAction()
                + (answer.getNodeAction() == NodeAction.NORMAL
                    ? " id "
                        + answer.getResponseId()
                        + " every "
                        + answer.getNextHeartBeatInterval()
                        + " clean "
                        + Text.sortedIds(answer.getContainersToCleanup())
                        + Text.set(answer.getApplicationsToCleanup())
                        + " forget "
                        + Text.sortedIds(answer.getContainersToBeRemovedFromNM())
                        + " signal "
                        + Text.sortedIds(signals)
                        + " size "
                        + manager.newsOf(answer.getResource())
                    : " " + kindOf(answer.getDiagnosticsMessage())));
  }

  private List<String> answers(NodeManager manager) {
    return answers.computeIfAbsent(manager.id(), absent -> new ArrayList<>());
  }

  private static String kindOf(@Nullable String message) {
    return message == null ? "-" : message.replaceAll("[0-9].*", "").trim();
  }
}
