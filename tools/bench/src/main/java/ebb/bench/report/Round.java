package ebb.bench.report;

import ebb.bench.rm.SystemUnderTest;
import java.util.Map;
import java.util.Optional;

/**
 * One run of each candidate, one right after the other.
 *
 * @param first which of them ran first
 * @param loadBefore the machine's load average of the last minute before the first of them; empty
 *     where the system does not tell
 */
public record Round(
    String scenario,
    int number,
    SystemUnderTest first,
    Optional<Double> loadBefore,
    Map<Measure, Double> stock,
    Map<Measure, Double> ebb) {}
