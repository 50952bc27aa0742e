package ebb.hadoop.state;

import ebb.journal.guard.FencedStore;

/** The ResourceManager that the store belongs to: it leads in one term. */
public interface StoreOwner {

  /** Rows of its own for each caller, who closes them. */
  FencedStore openRows();

  /** The store cannot go on, so that this instance must not lead any longer. Returns at once. */
  void giveUp(Exception reason);
}
