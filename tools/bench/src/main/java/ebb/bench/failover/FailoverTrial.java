package ebb.bench.failover;

import ebb.postgres.PostgresServer;
import java.nio.file.Path;

/**
 * One run of one scenario.
 *
 * @param round from 1
 * @param folder of this run's processes; does not exist yet
 * @param postgres in which each cluster gets its own database
 */
record FailoverTrial(int round, FailoverSettings settings, Path folder, PostgresServer postgres) {}
