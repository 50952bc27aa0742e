package ebb.soak.check;

import java.time.Instant;

/**
 * The period of a fault.
 *
 * @param kind for statistics: "Kill", "Pause"
 * @param over when everything worked again, including processes that had to be started
 */
public record FaultWindow(String kind, Instant begun, Instant over) {}
