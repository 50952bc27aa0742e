package ebb.bench.report;

import ebb.bench.rm.SystemUnderTest;
import java.util.Map;
import java.util.Optional;

/**
 * One run of each candidate, back to back.
 *
 * @param first the candidate that ran first
 * @param loadBefore the machine's load average of the last minute before the first run; empty where
 *     the system does not report it
 */
public record Round(
    String scenario,
    int number,
    SystemUnderTest first,
    Optional<Double> loadBefore,
    Map<Measure, Double> stock,
    Map<Measure, Double> ebb) {}
