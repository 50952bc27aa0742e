package ebb.soak.check;

import ebb.journal.event.JournaledEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * All that is known of a run.
 *
 * @param journal all of it, in its order
 * @param unexpectedEnds of processes while nothing was the matter, in words
 * @param until when the journal was read
 */
public record Evidence(
    List<JournaledEvent> journal,
    List<Call> calls,
    List<Look> looks,
    List<AnsweredRegistration> registrations,
    List<KilledContainer> killed,
    List<FaultWindow> faults,
    List<String> unexpectedEnds,
    List<Settled> settled,
    Instant until) {
  public Evidence {
    journal = List.copyOf(journal);
    calls = List.copyOf(calls);
    looks = List.copyOf(looks);
    registrations = List.copyOf(registrations);
    killed = List.copyOf(killed);
    faults = List.copyOf(faults);
    unexpectedEnds = List.copyOf(unexpectedEnds);
    settled = List.copyOf(settled);
  }

  /** All of it, for people who look for the cause of a finding. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    List.of(faults, calls, looks, registrations, killed, unexpectedEnds, journal, settled)
        .forEach(some -> some.forEach(each -> lines.add(each.toString())));
    return lines;
  }
}
