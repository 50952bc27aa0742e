package ebb.hadoop.state;

import ebb.journal.guard.FencedStore;

/** The ResourceManager that owns the store. It leads in one term. */
public interface StoreOwner {

  /** Opens separate rows for each caller, which must close them. */
  FencedStore openRows();

  /** The store has failed, so this instance must no longer lead. Returns at once. */
  void giveUp(Exception reason);
}
