package ebb.soak.check;

import ebb.journal.event.JournaledEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Everything recorded of a run.
 *
 * @param journal all of it, in its order
 * @param unexpectedEnds descriptions of processes that ended without a fault
 * @param until when the journal was read
 */
public record Evidence(
    List<JournaledEvent> journal,
    List<Call> calls,
    List<NodeListAnswer> answers,
    List<AnsweredRegistration> registrations,
    List<KilledContainer> killed,
    List<FaultWindow> faults,
    List<String> unexpectedEnds,
    List<FinalState> finalStates,
    Instant until) {
  public Evidence {
    journal = List.copyOf(journal);
    calls = List.copyOf(calls);
    answers = List.copyOf(answers);
    registrations = List.copyOf(registrations);
    killed = List.copyOf(killed);
    faults = List.copyOf(faults);
    unexpectedEnds = List.copyOf(unexpectedEnds);
    finalStates = List.copyOf(finalStates);
  }

  /** Everything as text, for whoever looks for the cause of a breach. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    List.of(faults, calls, answers, registrations, killed, unexpectedEnds, journal, finalStates)
        .forEach(some -> some.forEach(each -> lines.add(each.toString())));
    return lines;
  }
}
