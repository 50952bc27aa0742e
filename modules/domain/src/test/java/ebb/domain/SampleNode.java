package ebb.domain;

import static ebb.domain.JournaledNode.after;
import static ebb.domain.SampleCommands.ONE_MINUTE;
import static ebb.domain.SampleCommands.drain;
import static ebb.domain.SampleCommands.expire;
import static ebb.domain.SampleCommands.reboot;
import static ebb.domain.SampleCommands.recommission;
import static ebb.domain.SampleCommands.register;
import static ebb.domain.SampleCommands.registerSick;
import static ebb.domain.SampleCommands.reportDrained;
import static ebb.domain.SampleCommands.sayGoodbye;
import static ebb.domain.provenance.Stamps.T0;

import ebb.domain.provenance.Stamps;

/** A node in each state, and in the variants of a state that the rules tell apart. */
public enum SampleNode {
  NEW,
  RUNNING,
  UNHEALTHY,
  /** For one minute from {@link Stamps#T0}, as drain number 1. */
  DECOMMISSIONING,
  /** As DECOMMISSIONING, with a NodeManager that calls itself unhealthy. */
  DRAINING_SICK,
  /** As DECOMMISSIONING, of a node that never registered. */
  DRAINING_NEW,
  DECOMMISSIONED,
  /** DECOMMISSIONED, then recommissioned: waits for its NodeManager to register. */
  AWAITING,
  LOST,
  REBOOTED,
  SHUTDOWN;

  public NodeState state() {
    return switch (this) {
      case NEW -> NodeState.NEW;
      case RUNNING -> NodeState.RUNNING;
      case UNHEALTHY -> NodeState.UNHEALTHY;
      case DECOMMISSIONING, DRAINING_SICK, DRAINING_NEW -> NodeState.DECOMMISSIONING;
      case DECOMMISSIONED, AWAITING -> NodeState.DECOMMISSIONED;
      case LOST -> NodeState.LOST;
      case REBOOTED -> NodeState.REBOOTED;
      case SHUTDOWN -> NodeState.SHUTDOWN;
    };
  }

  /** A new one for each caller. */
  public JournaledNode create() {
    Command drain = drain(ONE_MINUTE, T0);
    return switch (this) {
      case NEW -> after();
      case RUNNING -> after(register());
      case UNHEALTHY -> after(registerSick());
      case DECOMMISSIONING -> after(register(), drain);
      case DRAINING_SICK -> after(registerSick(), drain);
      case DRAINING_NEW -> after(drain);
      case DECOMMISSIONED -> after(register(), drain, reportDrained(1));
      case AWAITING -> after(register(), drain, reportDrained(1), recommission());
      case LOST -> after(register(), expire());
      case REBOOTED -> after(register(), reboot());
      case SHUTDOWN -> after(register(), sayGoodbye());
    };
  }
}
