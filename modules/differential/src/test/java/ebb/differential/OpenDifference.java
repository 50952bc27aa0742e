package ebb.differential;

import ebb.differential.NodeMemory.Explanation;
import java.util.Optional;

/** Where Ebb differs though no line allows it, and has yet to be mended; counted apart. */
enum OpenDifference implements AllowedDifference {
  /** Untracked, shut down, and on a list again before its NodeManager has heard of it. */
  SHUT_DOWN_AND_ALLOWED_AGAIN("a node that was SHUTDOWN and is allowed again is sent home") {
    @Override
    boolean isAtWork(NodeStep step) {
      return step.before().stock().is("SHUTDOWN")
          && step.before().ebb().is("SHUTDOWN")
          && step.after().stock().wasTold("beat RESYNC")
          && step.after().ebb().wasTold("beat SHUTDOWN");
    }
  },
  /** A size with overcommit timeout zero is taken for the scheduler's own. */
  RESIZE_AFTER_DRAIN("a size with overcommit timeout 0 soon after a drain is not taken") {
    @Override
    boolean isAtWork(NodeStep step) {
      return step.step() instanceof Step.Resize resize
          && resize.overcommitTimeout() == 0
          && step.after().ebb().isActive();
    }
  };

  private final String what;

  OpenDifference(String what) {
    this.what = what;
  }

  abstract boolean isAtWork(NodeStep step);

  @Override
  public String line() {
    return "OPEN: " + what;
  }

  @Override
  public Optional<Explanation> explain(NodeStep step) {
    return isAtWork(step) ? AllowedDifference.everything(step) : Optional.empty();
  }
}
