package ebb.soak.plan;

import java.time.Duration;

/** What happens to NodeManagers and applications. Nodes are numbered from 0. */
public sealed interface FleetAction extends Action {
  /** The containers on a node end by themselves. */
  record EndContainers(int node) implements FleetAction {}

  /** The NodeManager is started again and finds its containers running. */
  record RestartNode(int node) implements FleetAction {}

  /** The NodeManager comes back on another port, with nothing on it: as another node. */
  record ChangePort(int node) implements FleetAction {}

  /** The NodeManager sends nothing for that time. */
  record Silence(int node, Duration lasts) implements FleetAction {}

  /** NodeManagers that were told to shut down are started again. */
  record ReturnNodes() implements FleetAction {}

  /** Applications ask for this many containers. */
  record AskContainers(int count) implements FleetAction {}

  /** Another application begins, and asks for this many containers. */
  record StartApplication(int containers) implements FleetAction {}

  /** The oldest application ends, and with it its containers. */
  record EndApplication() implements FleetAction {}

  /** The oldest application's master says nothing for that time, which may be its end. */
  record HangApplication(Duration lasts) implements FleetAction {}
}
