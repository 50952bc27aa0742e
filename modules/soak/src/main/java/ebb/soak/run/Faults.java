package ebb.soak.run;

import ebb.demo.cluster.ResourceManagerProcess;
import ebb.soak.check.FaultWindow;
import ebb.soak.plan.Fault;
import ebb.soak.plan.Fault.CutDatabase;
import ebb.soak.plan.Fault.Isolate;
import ebb.soak.plan.Fault.Kill;
import ebb.soak.plan.Fault.KillBackends;
import ebb.soak.plan.Fault.Pause;
import ebb.soak.plan.Fault.SlowDatabase;
import ebb.soak.plan.Fault.Stop;
import ebb.soak.plan.Fault.StopDatabase;
import ebb.soak.plan.Fault.WrongClock;
import ebb.soak.plan.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Semaphore;

/** Brings faults about and undoes them. Each blocks for as long as it lasts. */
final class Faults {
  private final Site site;
  private final Keeper keeper;
  private final Book book;
  private final Semaphore database = new Semaphore(1);

  Faults(Site site, Keeper keeper, Book book) {
    this.site = site;
    this.keeper = keeper;
    this.book = book;
  }

  /** Leaves the fault out if its target has another one already. */
  void bringAbout(Fault fault) throws InterruptedException {
    if (fault instanceof Kill kill) {
      process(fault, kill.target(), this::killAndStart);
    } else if (fault instanceof Stop stop) {
      process(fault, stop.target(), this::stopAndStart);
    } else if (fault instanceof Pause pause) {
      process(fault, pause.target(), this::pauseAndResume);
    } else if (fault instanceof Isolate isolate) {
      process(fault, isolate.target(), this::isolateAndHeal);
    } else if (fault instanceof WrongClock wrong) {
      process(
          fault,
          wrong.target(),
          (index, lasts) -> {
            site.clock(index).set(wrong.offset());
            Thread.sleep(lasts.toMillis());
            site.clock(index).set(Duration.ZERO);
          });
    } else {
      database(fault);
    }
  }

  private interface OnProcess {
    void bringAbout(int instance, Duration lasts) throws InterruptedException;
  }

  private void process(Fault fault, Target target, OnProcess how) throws InterruptedException {
    int index = target.index().orElseGet(site::leader);
    if (!keeper.take(index)) {
      book.note("left out, its target has another fault: " + fault);
      return;
    }
    try {
      if (instance(index).running().isEmpty()) {
        book.note("left out, its target does not run: " + fault);
        return;
      }
      Instant begun = begin(fault + " of " + instance(index).name());
      how.bringAbout(index, fault.lasts());
      isOver(fault, begun);
    } finally {
      keeper.release(index);
    }
  }

  private ResourceManagerProcess instance(int index) {
    return site.instances().get(index);
  }

  private void killAndStart(int index, Duration down) throws InterruptedException {
    instance(index).process().kill();
    Thread.sleep(down.toMillis());
    instance(index).start().mayEnd();
  }

  private void stopAndStart(int index, Duration down) throws InterruptedException {
    instance(index).process().terminate();
    if (instance(index).process().awaitExit(Site.PATIENCE).isEmpty()) {
      book.isWrong(instance(index).name() + " does not end after SIGTERM");
      instance(index).process().kill();
    }
    Thread.sleep(down.toMillis());
    instance(index).start().mayEnd();
  }

  private void pauseAndResume(int index, Duration lasts) throws InterruptedException {
    instance(index).process().pause();
    try {
      Thread.sleep(lasts.toMillis());
    } finally {
      instance(index).process().resume();
    }
  }

  private void isolateAndHeal(int index, Duration lasts) throws InterruptedException {
    site.network().cutOff(instance(index));
    Thread.sleep(lasts.toMillis());
    site.network().heal(instance(index));
  }

  private void database(Fault fault) throws InterruptedException {
    if (!database.tryAcquire()) {
      book.note("left out, the database has another fault: " + fault);
      return;
    }
    try {
      Instant begun = begin(fault.toString());
      if (fault instanceof StopDatabase) {
        site.postgres().stop();
        Thread.sleep(fault.lasts().toMillis());
        site.postgres().startAgain();
      } else if (fault instanceof KillBackends) {
        site.killBackends();
      } else if (fault instanceof SlowDatabase slow) {
        site.wire().isSlow(slow.delay());
        Thread.sleep(fault.lasts().toMillis());
        site.wire().isFast();
      } else if (fault instanceof CutDatabase) {
        site.wire().isBlocked();
        Thread.sleep(fault.lasts().toMillis());
        site.wire().isFast();
      }
      isOver(fault, begun);
    } finally {
      database.release();
    }
  }

  private Instant begin(String words) {
    book.faultBegins(words);
    return Instant.now();
  }

  private void isOver(Fault fault, Instant begun) {
    book.faultIsOver(new FaultWindow(fault.getClass().getSimpleName(), begun, Instant.now()));
  }
}
