package ebb.journal.replay;

import ebb.domain.DrainTimeout;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.Tracking;
import ebb.domain.queue.QueuedHost;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Describes the effect of an event on the lists, the refreshes or the register. */
final class ListsEventText {
  /** Maximum number of entries to show, because a refresh may name all nodes. */
  private static final int MOST = 100;

  private ListsEventText() {}

  static String of(NodesListEvent event) {
    if (event instanceof NodesListEvent.NodeSeen e) {
      return "node " + e.nodeId() + " seen at " + e.address().ip();
    } else if (event instanceof NodesListEvent.ListsRead e) {
      return "read %d included and %d excluded hosts, hash %s"
          .formatted(e.lists().includes().size(), e.lists().excludes().size(), e.hash());
    } else if (event instanceof NodesListEvent.ExcludesEdited e) {
      return edit(e);
    } else if (event instanceof NodesListEvent.RefreshAccepted e) {
      return refresh(e);
    } else if (event instanceof NodesListEvent.NodesSettled e) {
      return "ended: "
          + join(
              e.nodes(),
              each -> each.nodeId() + " (refresh " + each.listVersion() + ") " + each.outcome());
    } else if (event instanceof NodesListEvent.LeadTaken e) {
      return "leads in term " + e.term();
    } else if (event instanceof NodesListEvent.DrainQueued e) {
      return "queued to drain, at most %s at a time%s%s%s%s%s: %s"
          .formatted(
              e.pace().maxParallel(),
              e.pace().keepCapacity().map(kept -> ", keeping " + kept).orElse(""),
              e.pace().oneAtATime().map(group -> ", rack by rack").orElse(""),
              e.pace().window().map(window -> ", in the window " + window).orElse(""),
              e.pace().notBefore().map(from -> ", not before " + from).orElse(""),
              e.pace().until().map(end -> ", until " + end).orElse(""),
              join(e.hosts(), ListsEventText::host));
    } else if (event instanceof NodesListEvent.QueueChanged e) {
      return "queued drain " + e.id() + ": " + e.change();
    } else if (event instanceof NodesListEvent.OperationsForgotten e) {
      return "not kept any longer: operations " + join(e.operationIds(), Object::toString);
    } else if (event instanceof NodesListEvent.NodesForgotten e) {
      return "forgotten, because no list names them: " + join(e.nodes(), Object::toString);
    }
    throw new IllegalStateException("no words for " + event.getClass().getName());
  }

  private static String edit(NodesListEvent.ExcludesEdited edit) {
    Stream<String> added =
        edit.added().stream()
            .map(each -> "+" + each.host() + each.timeout().map(t -> " (" + t + ")").orElse(""));
    Stream<String> removed = edit.removed().stream().map(host -> "-" + host);
    return "exclude file edited: "
        + Stream.concat(added, removed).collect(Collectors.joining(", "));
  }

  private static String host(QueuedHost queued) {
    return queued.host() + queued.timeout().map(timeout -> " (" + timeout + ")").orElse("");
  }

  private static String refresh(NodesListEvent.RefreshAccepted refresh) {
    return "refresh %d %s%s accepted, timeout %s, configured %s, lists %s%s: %s"
        .formatted(
            refresh.listVersion(),
            refresh.type(),
            whose(refresh),
            refresh.timeout().map(DrainTimeout::toString).orElse("not given"),
            refresh.configured(),
            refresh.listsHash(),
            refresh.includePath().filter(String::isEmpty).isPresent()
                ? " without include list"
                : "",
            refresh.decisions().isEmpty()
                ? "nothing to do"
                : join(refresh.decisions(), ListsEventText::decision));
  }

  private static String whose(NodesListEvent.RefreshAccepted refresh) {
    return refresh
        .ofOperation()
        .map(operation -> " of operation " + operation)
        .orElse(
            refresh.tracking().filter(Tracking.CLIENT::equals).isPresent() ? " by a client" : "");
  }

  private static String decision(NodeDecision decision) {
    return "%s was %s and is %s: %s"
        .formatted(decision.nodeId(), decision.before(), decision.verdict(), decision.action());
  }

  private static <T> String join(List<T> list, Function<T, String> words) {
    String some = list.stream().limit(MOST).map(words).collect(Collectors.joining(", "));
    return list.size() > MOST ? some + " and " + (list.size() - MOST) + " more" : some;
  }
}
