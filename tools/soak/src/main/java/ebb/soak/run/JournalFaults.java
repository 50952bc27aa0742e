package ebb.soak.run;

import ebb.postgres.PostgresException;
import ebb.soak.fault.DatabaseWire;
import ebb.soak.fault.SmallDisk;
import ebb.soak.plan.Fault;
import ebb.soak.plan.Fault.CutDatabase;
import ebb.soak.plan.Fault.FailDisk;
import ebb.soak.plan.Fault.FillDisk;
import ebb.soak.plan.Fault.KillBackends;
import ebb.soak.plan.Fault.SlowDatabase;
import ebb.soak.plan.Fault.StopDatabase;
import ebb.soak.plan.Way;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/** Faults of PostgreSQL and of the disk that holds the journal. */
final class JournalFaults {
  private final Site site;
  private final RunRecord record;
  private final Semaphore free = new Semaphore(1);

  JournalFaults(Site site, RunRecord record) {
    this.site = site;
    this.record = record;
  }

  /** Skips the fault if there is another one, or this machine cannot simulate a disk. */
  void bringAbout(Fault fault) throws InterruptedException, IOException {
    boolean ofDisk = fault instanceof FillDisk || fault instanceof FailDisk;
    if (ofDisk && site.disk().isEmpty()) {
      record.note("LEFT OUT, no disk can be broken here: " + fault);
      return;
    }
    if (!free.tryAcquire()) {
      record.note("left out, the journal has another fault: " + fault);
      return;
    }
    ActiveFault active = record.faultBegins(fault.getClass(), Optional.empty(), fault.toString());
    try {
      try {
        carryOut(fault);
      } finally {
        free.release();
      }
      if (!site.awaitAllServe()) {
        record.note("not all instances serve long after " + fault);
      }
    } finally {
      record.isOver(active);
    }
  }

  private void carryOut(Fault fault) throws InterruptedException, IOException {
    long lasts = fault.lasts().toMillis();
    if (fault instanceof StopDatabase) {
      site.postgres().stop();
      Thread.sleep(lasts);
      startServer();
    } else if (fault instanceof KillBackends) {
      site.killBackends();
    } else if (fault instanceof SlowDatabase slow) {
      site.wires().forEach(wire -> wire.isSlow(slow.delay()));
      Thread.sleep(lasts);
      site.wires().forEach(DatabaseWire::isFast);
    } else if (fault instanceof CutDatabase cut) {
      site.wires().forEach(wire -> cut(wire, cut.way()));
      Thread.sleep(lasts);
      site.wires().forEach(DatabaseWire::isFast);
    } else if (fault instanceof FillDisk) {
      fillAndClearDisk(lasts);
    } else if (fault instanceof FailDisk) {
      failAndReplaceDisk(fault.lasts(), site.postgres()::kill, this::startServer);
    }
  }

  /** As {@link CutDatabase}, for one connection. Waits until the journal has no other fault. */
  void cutWire(DatabaseWire wire, Way way, Duration lasts) throws InterruptedException {
    free.acquire();
    try {
      cut(wire, way);
      Thread.sleep(lasts.toMillis());
      wire.isFast();
    } finally {
      free.release();
    }
  }

  /**
   * @param way as seen by the database
   */
  private static void cut(DatabaseWire wire, Way way) {
    switch (way) {
      case BOTH -> wire.isBlocked();
      case IN -> wire.holdsRequests();
      case OUT -> wire.holdsAnswers();
    }
  }

  private void fillAndClearDisk(long lasts) throws InterruptedException, IOException {
    SmallDisk disk = site.disk().orElseThrow();
    try {
      disk.fill();
      long end = System.nanoTime() + Duration.ofMillis(lasts).toNanos();
      if (site.hasDatabase()) {
        useUpLog();
      }
      Thread.sleep(Math.max(0, Duration.ofNanos(end - System.nanoTime()).toMillis()));
    } finally {
      disk.clear();
    }
    if (site.hasDatabase()) {
      startServer();
    }
  }

  /** Fills the server's write-ahead log, which makes the server exit. */
  private void useUpLog() {
    try {
      while (true) {
        site.useUpLog();
      }
    } catch (SQLException e) {
      record.note("the database has no room: " + e.getMessage());
    }
  }

  /** As {@link FailDisk}, for the only instance. Waits until the disk has no other fault. */
  void failDiskOf(Duration lasts, Runnable kill, Step start)
      throws InterruptedException, IOException {
    free.acquire();
    try {
      failAndReplaceDisk(lasts, kill, start);
    } finally {
      free.release();
    }
  }

  /**
   * @param kill ends the process that uses the disk
   * @param start starts it again
   */
  private void failAndReplaceDisk(Duration lasts, Runnable kill, Step start)
      throws InterruptedException, IOException {
    SmallDisk disk = site.disk().orElseThrow();
    disk.fail();
    Thread.sleep(lasts.toMillis());
    kill.run();
    mountAgain(disk);
    start.run();
  }

  /** Retries, because child processes of the server end a moment after it. */
  private static void mountAgain(SmallDisk disk) throws InterruptedException, IOException {
    long giveUp = System.nanoTime() + Site.PATIENCE.toNanos();
    while (true) {
      try {
        disk.mountAgain();
        return;
      } catch (IOException e) {
        if (System.nanoTime() > giveUp) {
          throw e;
        }
        Thread.sleep(100);
      }
    }
  }

  /** A step of a repair. */
  interface Step {
    void run() throws InterruptedException;
  }

  /**
   * Retries as a supervisor would, because the server exits if its recovery fails. Kills it first:
   * a server that does recover takes a minute to stop, and everything waits for it.
   */
  private void startServer() throws InterruptedException {
    long giveUp = System.nanoTime() + Site.PATIENCE.toNanos();
    while (true) {
      try {
        site.postgres().kill();
        site.postgres().startAgain();
        return;
      } catch (PostgresException e) {
        if (System.nanoTime() > giveUp) {
          throw e;
        }
        record.note("the database does not start: " + e.getMessage());
        Thread.sleep(500);
      }
    }
  }
}
