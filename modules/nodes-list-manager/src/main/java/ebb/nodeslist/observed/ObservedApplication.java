package ebb.nodeslist.observed;

import java.time.Instant;

/**
 * An application as Hadoop's ResourceManager knows it.
 *
 * @param name chosen by the user who submitted it: any text, truncated if it is very long
 * @param type such as SPARK or MAPREDUCE
 * @param percent progress of its work, as reported by its application master
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
