package ebb.admin.instances;

/** The state of an instance, as operators see it. */
public enum InstanceState {
  /** Its ResourceManager is the active one. */
  LEADING,
  /** It does not lead, but can when its turn comes. */
  STANDBY,
  /** It leads, but an administrator has put its ResourceManager on standby, so none is active. */
  LEADING_ON_STANDBY,
  /** It is starting, or changing between leading and standby. */
  NOT_READY,
  /** It is handing over its leadership and its nodes, and its process will end. */
  LEAVING,
  /** It is a member, but does not answer. */
  UNREACHABLE;

  /** Whether it leads, or can when its turn comes. */
  public boolean canLead() {
    return leads() || this == STANDBY;
  }

  /** Whether it is the leader, whatever the state of its ResourceManager. */
  public boolean leads() {
    return this == LEADING || this == LEADING_ON_STANDBY;
  }
}
