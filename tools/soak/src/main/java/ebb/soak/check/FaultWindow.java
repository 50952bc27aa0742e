package ebb.soak.check;

import java.time.Instant;

/**
 * While something was the matter.
 *
 * @param kind for figures: "Kill", "Pause"
 * @param over when everything worked again, processes that had to be started included
 */
public record FaultWindow(String kind, Instant begun, Instant over) {}
