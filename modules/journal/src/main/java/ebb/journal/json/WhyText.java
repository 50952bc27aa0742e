package ebb.journal.json;

import ebb.domain.Drain;
import ebb.domain.DrainAccount;
import ebb.domain.DrainOutcome;
import ebb.domain.LastDrain;
import ebb.domain.NodeLifecycle;
import ebb.domain.provenance.Provenance;
import ebb.domain.text.DurationText;
import ebb.domain.text.TextLimit;
import ebb.domain.text.VisibleText;
import ebb.domain.work.RemainingWork;
import ebb.domain.work.Workload;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Explains the state of a node in a paragraph for people.
 *
 * @param holders the applications that its drain waits for
 * @param timeouts the drain after each change of its timeout
 * @param ended the last drain that has ended
 */
public record WhyText(
    NodeLifecycle node,
    Waits waits,
    List<WhyJson.HolderJson> holders,
    List<Drain> timeouts,
    Optional<EndedDrainJson> ended,
    Instant now) {
  /**
   * What a draining node waits for.
   *
   * @param workload empty while it is not known, and for a node that does not drain
   * @param lastHeartbeat empty if the leader has received none in its term
   * @param pending version of the newest durable refresh that the node has yet to apply
   * @param isLive whether this is from the leader; otherwise it is from the journal
   */
  public record Waits(
      Optional<Workload> workload,
      Optional<Instant> lastHeartbeat,
      Optional<Long> pending,
      boolean isLive) {
    static Waits recorded(Optional<Workload> workload) {
      return new Waits(workload, Optional.empty(), Optional.empty(), false);
    }
  }

  /**
   * Maximum number of applications that a paragraph names. The JSON beside it lists all of them.
   */
  private static final int NAMED = 3;

  String text() {
    List<String> sentences = new ArrayList<>();
    Optional<Drain> drain = node.drain();
    if (drain.isPresent()) {
      sentences.add(
          "%s has been draining since %s, for %s: %s asked for it."
              .formatted(
                  node.nodeId(),
                  time(drain.get().startedAt()),
                  length(drain.get().startedAt(), now),
                  who(drain.get().askedBy())));
      sentences.add(waitsFor());
      sentences.add(deadline(drain.get()));
    } else {
      sentences.add(
          "%s is %s%s."
              .formatted(
                  node.nodeId(),
                  node.state(),
                  waits.pending().isPresent() ? "" : " and does not drain"));
      node.lastDrain().ifPresent(last -> sentences.add(ended(last)));
      node.lastDrain()
          .flatMap(LastDrain::account)
          .ifPresent(account -> sentences.add(waited(account)));
      node.lastDrain().flatMap(WhyText::fired).ifPresent(sentences::add);
      ended.flatMap(WhyText::failovers).ifPresent(sentences::add);
    }
    waits
        .pending()
        .map("Refresh %d is durable, but the node has not applied it yet."::formatted)
        .ifPresent(sentences::add);
    for (int i = 1; i < timeouts.size(); i++) {
      sentences.add(moved(timeouts.get(i - 1), timeouts.get(i)));
    }
    return VisibleText.of(String.join(" ", sentences));
  }

  // ---- what it waits for ----

  private String waitsFor() {
    Optional<Workload> workload = waits.workload();
    if (workload.isEmpty() && !waits.isLive()) {
      return "What it waits for was not recorded yet.";
    } else if (workload.isEmpty()) {
      return "It waits for a report of its NodeManager, which "
          + waits
              .lastHeartbeat()
              .map(at -> "sent its last request at " + time(at))
              .orElse("has sent none since the current leader started")
          + ".";
    } else if (workload.get().containers() > 0) {
      return "It waits for " + RemainingWork.of(workload.get()) + named() + ".";
    } else if (!workload.get().applications().isEmpty()) {
      return "No container runs there any more, but it waits for the end of "
          + count(workload.get().applications().size(), "application")
          + " that ran there and may need its output"
          + named()
          + ".";
    }
    return isHeld()
        ? "Nothing is left to wait for, but the drain is held: the node stays until an operator"
            + " drains it again without a hold, or ends the drain."
        : "Nothing is left to wait for; it leaves as soon as that is in the journal.";
  }

  private boolean isHeld() {
    return node.drain().filter(drain -> drain.timeout().held()).isPresent();
  }

  private String named() {
    if (holders.isEmpty()) {
      return "";
    }
    String more = holders.size() > NAMED ? "; and " + (holders.size() - NAMED) + " more" : "";
    return holders.stream()
        .limit(NAMED)
        .map(WhyText::name)
        .collect(Collectors.joining("; ", ": ", more));
  }

  private static String name(WhyJson.HolderJson holder) {
    ApplicationJson app = holder.application();
    String known =
        app.name() == null
            ? ""
            : " %s of %s in queue %s, at %d %%"
                .formatted(
                    TextLimit.quoteName(app.name()), app.user(), app.queue(), app.progress());
    boolean hasMaster = holder.containers().stream().anyMatch(each -> each.applicationMaster());
    return app.id()
        + known
        + (holder.containers().isEmpty()
            ? ""
            : ", with " + count(holder.containers().size(), "container"))
        + (hasMaster ? ", its application master among them" : "");
  }

  // ---- its time ----

  private String deadline(Drain drain) {
    if (drain.timeout().held()) {
      return "It has no deadline, because " + who(drain.deadlineBy()) + " holds it.";
    } else if (drain.deadline().isEmpty()) {
      return "It has no deadline: its timeout is infinite, from "
          + drain.timeoutSource().words()
          + ".";
    }
    String rule = "its timeout of " + drain.timeout() + " is from " + drain.timeoutSource().words();
    Instant at = drain.deadline().get();
    return at.isAfter(now)
        ? "At %s, in %s, the node leaves even if something still runs there: %s."
            .formatted(time(at), length(now, at), rule)
        : "Its deadline was %s, and it leaves as soon as that is in the journal: %s."
            .formatted(time(at), rule);
  }

  private static String moved(Drain before, Drain after) {
    return "%s moved the timeout from %s, which was from %s, to %s at %s."
        .formatted(
            who(after.deadlineBy()),
            before.timeout(),
            before.timeoutSource().words(),
            after.timeout(),
            time(after.deadlineBy().at()));
  }

  // ---- how it ended ----

  private static String ended(LastDrain last) {
    String drained =
        last.drain()
            .map(
                drain ->
                    "It drained from %s, as %s had asked, and "
                        .formatted(time(drain.startedAt()), who(drain.askedBy())))
            .orElse("It ");
    return drained
        + words(last.outcome())
        + " at "
        + time(last.by().at())
        + last.took().map(took -> ", after " + whole(took)).orElse("")
        + (last.outcome() == DrainOutcome.READY ? "" : ", by " + who(last.by()))
        + last.remaining().map(work -> ", with " + work + " still there" + named(work)).orElse("")
        + ".";
  }

  private static String named(RemainingWork work) {
    return work.named().isEmpty() ? "" : ": " + work.names();
  }

  private static String waited(DrainAccount account) {
    String longest =
        account.longestFirst().stream()
            .limit(NAMED)
            .map(
                held ->
                    held.getKey()
                        + " ("
                        + DurationText.of(Duration.ofMillis(held.getValue()))
                        + ")")
            .collect(Collectors.joining(", "));
    return "It waited " + account + (longest.isEmpty() ? "" : "; longest for " + longest) + ".";
  }

  private static Optional<String> fired(LastDrain last) {
    return last.late()
        .map(
            late ->
                "Its timer was due at %s, and fired %s late on %s."
                    .formatted(
                        last.drain().flatMap(Drain::deadline).orElseThrow(),
                        DurationText.of(late.isNegative() ? Duration.ZERO : late),
                        last.by().instance()));
  }

  private static Optional<String> failovers(EndedDrainJson ended) {
    return ended.failovers().isEmpty()
        ? Optional.empty()
        : Optional.of(
            ended.failovers().stream()
                .map(lead -> lead.instance() + " at " + time(Instant.parse(lead.at())))
                .collect(Collectors.joining(", then ", "During it, the lead went to ", ".")));
  }

  private static String words(DrainOutcome outcome) {
    return switch (outcome) {
      case READY -> "left with its work done";
      case TIMEOUT -> "left at its deadline";
      case FORCED -> "left by force";
      case NORMAL -> "left at once";
      case RECOMMISSIONED -> "was recommissioned";
      case LOST -> "was lost";
      case REBOOTED -> "had to register again";
      case SHUTDOWN -> "shut down";
    };
  }

  // ---- words ----

  private static String who(Provenance by) {
    return by.actor() + by.reason().map(why -> " (" + why + ")").orElse("");
  }

  private static String time(Instant at) {
    return at.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static String length(Instant from, Instant to) {
    Duration time = Duration.between(from, to);
    return whole(time.isNegative() ? Duration.ZERO : time);
  }

  private static String whole(Duration time) {
    return DurationText.of(time.truncatedTo(ChronoUnit.SECONDS));
  }

  private static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
