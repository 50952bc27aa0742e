/**
 * A cluster in one thread, in which all that can go wrong does, by seed.
 *
 * <p>A {@code SimulationScript} is a pure function of its seed: requests of operators, deeds of
 * NodeManagers, and faults. A {@code World} runs it against Ebb's own actors, live nodes and
 * resource tracker:
 *
 * <ul>
 *   <li>{@code SeededExecutor} holds the tasks of all dispatchers and runs any one of them next;
 *       {@code SimulatedTime} is Akka's scheduler and everybody's clock, and jumps to the next
 *       timer when nothing is left to do, or a little earlier.
 *   <li>{@code JournalDisk} is the database behind Akka's journal: writes are late, fail, and are
 *       committed though they failed. A crash of the {@code InstanceLife} keeps what is committed,
 *       tosses for what was under way, and loses all else; the next one starts from that alone.
 *   <li>{@code SimulatedNetwork} delays and loses what leader and nodes say to each other; {@code
 *       NodeRegion} loses the actor of one node.
 *   <li>{@code Machine} is a host with its NodeManager, {@code SimulatedOperators} sends requests,
 *       and a {@code Witness} writes down what both were told.
 * </ul>
 *
 * <p>Then all faults are over for ten minutes. The checker of {@code ebb soak} judges what the
 * witness has, and {@code LiveChecks} what only a world in one process knows. Commands go in as the
 * services send them, and what is looked at are events, publications and Hadoop's view, so that
 * what lies between may change. A {@code Simulation} makes a script that fails shorter and says how
 * to repeat it; a {@code Mutant} is a fault in these surroundings that the checker has to find.
 *
 * <p>It stands beside the comparison with stock Hadoop because it uses the same NodeManager,
 * scheduler, applications and services. To run a thousand other seeds: {@code mvn test -pl
 * tests/differential -am -Dtest=SimulationTest -Dsurefire.failIfNoSpecifiedTests=false
 * -Dsimulation.seeds=1000}; {@code -Dsimulation.seed=17} runs one again.
 */
@NullMarked
package ebb.simulation;

import org.jspecify.annotations.NullMarked;
