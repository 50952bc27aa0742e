package ebb.differential.script;

import java.io.Serializable;
import java.util.List;

/** One observation before the first step and one after each. */
public record Trace(long seed, List<Observation> observations) implements Serializable {}
