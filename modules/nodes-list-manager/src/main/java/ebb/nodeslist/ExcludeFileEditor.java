package ebb.nodeslist;

import akka.actor.typed.ActorRef;
import akka.actor.typed.javadsl.ActorContext;
import ebb.domain.NodeId;
import ebb.domain.NodeLifecycle;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.ListSettings;
import ebb.domain.lists.NodesListEvent;
import ebb.domain.lists.NodesListEvent.AddedExclude;
import ebb.domain.lists.NodesListState;
import ebb.domain.lists.RefreshType;
import ebb.domain.provenance.Initiator;
import ebb.domain.refresh.Confirmation;
import ebb.domain.refresh.NodesListRules;
import ebb.domain.refresh.RefreshDecision;
import ebb.domain.refresh.RefreshRules;
import ebb.domain.refresh.UnknownHosts;
import ebb.hosts.EditRejection;
import ebb.hosts.ExcludeFile;
import ebb.hosts.HostsFileParser;
import ebb.hosts.ListEdit;
import ebb.hosts.ListEditException;
import ebb.hosts.ListSource;
import ebb.hosts.ListSourceException;
import ebb.nodeslist.lists.SerialIoExecutor;
import ebb.nodeslist.lists.SubstituteLists;
import ebb.nodeslist.protocol.LeaderCommand;
import ebb.nodeslist.protocol.ManagerMessage.ExcludesWritten;
import ebb.nodeslist.protocol.NodesListCommand.EditExcludes;
import ebb.nodeslist.protocol.NodesListReply;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Edits the exclude file off the actor's thread, in the same lane as the reads of refreshes. */
final class ExcludeFileEditor {
  private static final Logger LOG = LoggerFactory.getLogger(ExcludeFileEditor.class);

  private final ActorRef<LeaderCommand> manager;
  private final ManagerContext parts;
  private final ListSource source;
  private final SubstituteLists substitutes;
  private final SerialIoExecutor lane;
  private final NodeTable table;
  private final RegistrationProcessor registrations;
  private final DryRuns dryRuns;

  /** What is needed to plan the refresh that would put an edit in force. */
  private record Nodes(Map<NodeId, NodeLifecycle> known, Set<NodeId> admittedRecently) {}

  ExcludeFileEditor(
      ActorContext<LeaderCommand> context,
      ManagerContext parts,
      ListSource source,
      SubstituteLists substitutes,
      SerialIoExecutor lane,
      NodeTable table,
      RegistrationProcessor registrations) {
    this.manager = context.getSelf();
    this.parts = parts;
    this.source = source;
    this.substitutes = substitutes;
    this.lane = lane;
    this.table = table;
    this.registrations = registrations;
    this.dryRuns = new DryRuns(parts);
  }

  /**
   * Edits the file. The sender gets the lists as they are afterwards, or the reason why nothing was
   * done. A completed edit is recorded even if it took so long that nobody waits for the answer.
   */
  void start(NodesListState state, EditExcludes command) {
    Optional<Nodes> nodes =
        command.needsPlan()
            ? Optional.of(new Nodes(table.lifecycles(), registrations.admittedRecently()))
            : Optional.empty();
    lane.submit(() -> edit(state, command, nodes))
        .whenComplete(
            (path, failure) -> {
              if (failure != null) {
                command.replyTo().tell(refusal(failure));
              }
            });
  }

  /** Rejects an edit without reading the file. */
  void refuse(EditExcludes command) {
    command
        .replyTo()
        .tell(
            new NodesListReply.EditRefused(
                EditRejection.JOURNAL_UNAVAILABLE,
                "The journal cannot be written now, so the file is not edited; try again"));
  }

  /** What is recorded of an edit, in addition to the content of the file. */
  Optional<NodesListEvent> record(NodesListState state, ExcludesWritten written) {
    EditExcludes command = written.command();
    List<AddedExclude> added =
        command.edit().add().entrySet().stream()
            .map(
                each ->
                    new AddedExclude(
                        each.getKey(),
                        each.getValue()
                            .filter(timeout -> !ListEdit.isInFile(timeout, written.isXml()))))
            .toList();
    return NodesListRules.editExcludes(
        state,
        added,
        command.edit().remove(),
        command.initiator().stamp(parts.now(), parts.instance(), state.listVersion()));
  }

  private Path edit(NodesListState state, EditExcludes command, Optional<Nodes> nodes)
      throws ListEditException, ListSourceException {
    Path path =
        source
            .excludeFile()
            .orElseThrow(
                () ->
                    new ListEditException(
                        EditRejection.NOT_CONFIGURED,
                        "yarn-site.xml names no yarn.resourcemanager.nodes.exclude-path"));
    var written = new ExcludesWritten(command, HostsFileParser.isXml(path.toString()));
    boolean isCurrent = isCurrent(state, command.edit());
    if (nodes.isPresent()) {
      RefreshDecision.Shown shown = plan(state, path, written, isCurrent, nodes.get());
      if (command.dryRun()) {
        command
            .replyTo()
            .tell(
                dryRuns.answer(state, RefreshType.GRACEFUL, shown, nodes.get().known(), List.of()));
        return path;
      }
    }
    ExcludeFile.edit(path, command.edit());
    manager.tell(written);
    Initiator by = command.initiator();
    LOG.info(
        "{} edited by {} ({}): with {}, without {}; a refresh puts it in force",
        path,
        by.text(),
        by.reason().orElse("no reason given"),
        command.edit().add().keySet(),
        command.edit().remove());
    return path;
  }

  /**
   * Checks all of the file, because the refresh that follows puts all of it in force.
   *
   * @return false if the file is not the one that the edit was made for; such an edit is rejected
   *     later, when the file is edited
   */
  private boolean isCurrent(NodesListState state, ListEdit edit) throws ListEditException {
    ListSource.ListFiles found = source.inspect();
    boolean isTheOneMeant = found.excludeHash().filter(edit.expectedHash()::equals).isPresent();
    if (!isTheOneMeant) {
      return false;
    }
    HostLists lists =
        found
            .lists()
            .orElseThrow(
                () ->
                    new ListEditException(
                        EditRejection.LIST_UNREADABLE,
                        found.problem().orElse("the lists cannot be read")));
    Optional<String> problem = substitutes.problem(state, found.isSubstitute(), lists);
    if (problem.isPresent()) {
      throw new ListEditException(EditRejection.CONFIGURATION_UNREADABLE, problem.get());
    }
    Optional<RefreshDecision.Refused> older =
        RefreshRules.refuseOlder(state, lists, found.written(), parts.settings().protectDrains());
    if (older.isPresent()) {
      throw new ListEditException(EditRejection.OLDER_LISTS, older.get().reason());
    }
    Optional<String> unknown = edit.allowUnknown() ? Optional.empty() : unknown(state, lists, edit);
    if (unknown.isPresent()) {
      throw new ListEditException(EditRejection.UNKNOWN_HOST, unknown.get());
    }
    return true;
  }

  /**
   * An edit that cannot be planned is not made either: a dry run may come from a user with read
   * access only, and a token is for one plan only.
   *
   * @param isCurrent the result of {@link #isCurrent}
   * @throws ListEditException if there is no plan, or it is not the requested one
   */
  private RefreshDecision.Shown plan(
      NodesListState state, Path path, ExcludesWritten written, boolean isCurrent, Nodes nodes)
      throws ListEditException, ListSourceException {
    EditExcludes command = written.command();
    if (command.dryRun() || !isCurrent) {
      ExcludeFile.check(path, command.edit());
    }
    if (!isCurrent) {
      throw new ListEditException(
          EditRejection.LISTS_CHANGED, path + " changed while it was looked at");
    }
    RefreshDecision.Shown shown = foresee(state, written, nodes);
    requireAsWanted(state, command, shown, nodes);
    return shown;
  }

  /** Plans the refresh as it will be once the edit is made. */
  private RefreshDecision.Shown foresee(NodesListState state, ExcludesWritten written, Nodes nodes)
      throws ListSourceException {
    ListEdit edit = written.command().edit();
    ListSettings found = source.read().found();
    ListSettings edited =
        new ListSettings(
            new HostLists(
                found.lists().includes(),
                edit.inFile(written.isXml()).applyTo(found.lists().excludes())),
            found.configured(),
            found.includePath());
    return RefreshRules.foresee(
        record(state, written).map(state::apply).orElse(state),
        edited,
        parts.untracked(),
        parts.settings().protectDrains(),
        nodes.known(),
        nodes.admittedRecently()::contains);
  }

  private void requireAsWanted(
      NodesListState state, EditExcludes command, RefreshDecision.Shown shown, Nodes nodes)
      throws ListEditException {
    Optional<RefreshDecision.Refused> moved =
        RefreshRules.refuseMoved(state, command.plan(), shown);
    if (moved.isPresent()) {
      throw new ListEditException(EditRejection.PLAN_CHANGED, moved.get().reason());
    }
    Optional<String> reason =
        command.edit().requireConfirmation()
            ? Confirmation.reason(shown.plan(), nodes.known(), parts.now())
            : Optional.empty();
    if (reason.isPresent()) {
      throw new ListEditException(EditRejection.CONFIRMATION_REQUIRED, reason.get());
    }
  }

  private static Optional<String> unknown(NodesListState state, HostLists files, ListEdit edit) {
    Set<String> named = new HashSet<>(edit.add().keySet());
    named.addAll(edit.remove());
    return UnknownHosts.problem(state, named, files.excludes().keySet());
  }

  private static NodesListReply refusal(Throwable failure) {
    if (failure instanceof ListEditException refused) {
      return refused(refused.code(), failure);
    } else if (failure instanceof ListSourceException) {
      return refused(EditRejection.CONFIGURATION_UNREADABLE, failure);
    } else if (failure instanceof SerialIoExecutor.BusyException) {
      return refused(EditRejection.BUSY, failure);
    } else if (failure instanceof TimeoutException) {
      return new NodesListReply.EditRefused(
          EditRejection.UNKNOWN,
          "The file system does not answer; the file may be edited later, so run it again then");
    }
    LOG.error("Editing the exclude file failed", failure);
    return new NodesListReply.EditRefused(
        EditRejection.UNKNOWN, "Editing the exclude file failed, see the log of the leader");
  }

  private static NodesListReply refused(EditRejection code, Throwable failure) {
    return new NodesListReply.EditRefused(code, String.valueOf(failure.getMessage()));
  }
}
