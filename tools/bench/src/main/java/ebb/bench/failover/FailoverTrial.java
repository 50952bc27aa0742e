package ebb.bench.failover;

import ebb.postgres.PostgresServer;
import java.nio.file.Path;

/**
 * One run of one scenario.
 *
 * @param round from 1
 * @param folder for the processes of this run alone; does not exist yet
 * @param postgres in which each cluster gets a database of its own
 */
record FailoverTrial(int round, FailoverSettings settings, Path folder, PostgresServer postgres) {}
