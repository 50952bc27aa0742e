package org.apache.hadoop.yarn.server.resourcemanager.recovery;

import org.apache.hadoop.yarn.server.resourcemanager.recovery.RMStateStore.RMState;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.records.AMRMTokenSecretManagerState;

/** Sets the two parts of a recovered state that a store in another package cannot set. */
public final class RMStateAccess {
  private RMStateAccess() {}

  public static void setAmrmTokenSecretManagerState(
      RMState state, AMRMTokenSecretManagerState secrets) {
    state.amrmTokenSecretManagerState = secrets;
  }

  /** The number of the newest delegation token. */
  public static void setDelegationTokenSequenceNumber(RMState state, int number) {
    state.rmSecretManagerState.dtSequenceNumber = number;
  }
}
