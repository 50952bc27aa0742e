package ebb.nodeslist.observed;

import java.time.Instant;

/**
 * An application as Hadoop's ResourceManager knows it.
 *
 * @param name as whoever submitted it has called it: may be anything, cut where it is very long
 * @param type such as SPARK or MAPREDUCE
 * @param percent of its work, as its application master says
 * @param startedAt when it was submitted
 */
public record ObservedApplication(
    String id,
    String name,
    String user,
    String queue,
    String type,
    int percent,
    Instant startedAt) {}
