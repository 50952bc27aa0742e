package ebb.admin.instances;

/** What an instance does, as operators see it. */
public enum InstanceState {
  /** Its ResourceManager is the active one. */
  LEADING,
  /** It can lead whenever that is its turn. */
  STANDBY,
  /** It leads, and an administrator has put its ResourceManager on standby: none is active. */
  LEADING_ON_STANDBY,
  /** It starts, or changes between leading and standing by. */
  NOT_READY,
  /** It hands over what it has, and its process ends. */
  LEAVING,
  /** It is a member and does not answer. */
  UNREACHABLE;

  /** Whether it leads, or can whenever that is its turn. */
  public boolean canLead() {
    return leads() || this == STANDBY;
  }

  /** Whether it has the lead, whatever its ResourceManager is. */
  public boolean leads() {
    return this == LEADING || this == LEADING_ON_STANDBY;
  }
}
