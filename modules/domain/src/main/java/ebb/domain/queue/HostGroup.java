package ebb.domain.queue;

/** Hosts that belong together. */
public enum HostGroup {
  /** In Hadoop's network topology. */
  RACK
}
