package ebb.soak.plan;

import java.time.Duration;

/** An action of NodeManagers or applications. Nodes are numbered from 0. */
public sealed interface FleetAction extends Action {
  /** The containers on a node exit by themselves. */
  record EndContainers(int node) implements FleetAction {}

  /** The NodeManager restarts, with its containers running. */
  record RestartNode(int node) implements FleetAction {}

  /** The NodeManager restarts on another port without containers, as another node. */
  record ChangePort(int node) implements FleetAction {}

  /** The NodeManager sends nothing for this time. */
  record Silence(int node, Duration lasts) implements FleetAction {}

  /** NodeManagers that were told to shut down start again. */
  record ReturnNodes() implements FleetAction {}

  /** Applications ask for this many containers. */
  record AskContainers(int count) implements FleetAction {}

  /** Another application starts, and asks for this many containers. */
  record StartApplication(int containers) implements FleetAction {}

  /** The oldest application ends, and its containers with it. */
  record EndApplication() implements FleetAction {}

  /**
   * The master of the oldest application is silent for this time, after which the application may
   * have expired.
   */
  record HangApplication(Duration lasts) implements FleetAction {}
}
