package ebb.soak.run;

import ebb.demo.cluster.ResourceManagerProcess;
import ebb.demo.process.ProcessFailedException;
import ebb.soak.fault.FullHeap;
import ebb.soak.fault.ProcessLimit;
import ebb.soak.plan.Fault;
import ebb.soak.plan.Fault.CutFromDatabase;
import ebb.soak.plan.Fault.ExhaustDescriptors;
import ebb.soak.plan.Fault.FailDisk;
import ebb.soak.plan.Fault.FailWrites;
import ebb.soak.plan.Fault.FillHeap;
import ebb.soak.plan.Fault.Isolate;
import ebb.soak.plan.Fault.Kill;
import ebb.soak.plan.Fault.Pause;
import ebb.soak.plan.Fault.RollingRestart;
import ebb.soak.plan.Fault.Stop;
import ebb.soak.plan.Fault.WrongClock;
import ebb.soak.plan.Target;
import ebb.soak.plan.Way;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/** Injects faults and removes them. Each call blocks for the duration of the fault. */
final class Faults {
  private static final Target ONLY_INSTANCE = new Target(OptionalInt.of(0));

  /** Time for the end of a process to show. */
  private static final Duration NOTICED = Duration.ofSeconds(1);

  private final Site site;
  private final Supervisor supervisor;
  private final RunRecord record;
  private final JournalFaults ofJournal;
  private final RollingRestarts restarts;

  Faults(Site site, Supervisor supervisor, InstanceClient caller, RunRecord record) {
    this.site = site;
    this.supervisor = supervisor;
    this.record = record;
    ofJournal = new JournalFaults(site, record);
    restarts = new RollingRestarts(site, supervisor, caller, record);
  }

  /** Skips the fault if its target has another one, or the system is recovering. */
  void bringAbout(Fault fault) throws InterruptedException, IOException {
    if (record.faultsHaveToEnd()) {
      record.note("left out, all has to recover first: " + fault);
    } else if (fault instanceof Kill kill) {
      process(fault, kill.target(), this::killAndStart);
    } else if (fault instanceof Stop stop) {
      process(fault, stop.target(), this::stopAndStart);
    } else if (fault instanceof Pause pause) {
      process(fault, pause.target(), this::pauseAndResume);
    } else if (fault instanceof FailWrites fails) {
      limited(fault, fails.target(), ProcessLimit.FSIZE);
    } else if (fault instanceof ExhaustDescriptors exhaust) {
      limited(fault, exhaust.target(), ProcessLimit.NOFILE);
    } else if (fault instanceof FillHeap fill) {
      process(fault, fill.target(), this::fillHeap);
    } else if (fault instanceof Isolate isolate) {
      process(fault, isolate.target(), (index, lasts) -> isolate(isolate.way(), index, lasts));
    } else if (fault instanceof CutFromDatabase cut) {
      process(
          fault,
          cut.target(),
          (index, lasts) -> ofJournal.cutWire(site.wires().get(index), cut.way(), lasts));
    } else if (fault instanceof WrongClock wrong) {
      process(fault, wrong.target(), (index, lasts) -> setClock(wrong, index));
    } else if (fault instanceof RollingRestart) {
      restarts.restartAll();
    } else if (fault instanceof FailDisk && !site.hasDatabase() && site.disk().isPresent()) {
      process(fault, ONLY_INSTANCE, this::failDiskOfTheOnlyOne);
    } else {
      ofJournal.bringAbout(fault);
    }
  }

  private interface OnProcess {
    void bringAbout(int instance, Duration lasts) throws InterruptedException, IOException;
  }

  private void process(Fault fault, Target target, OnProcess how)
      throws InterruptedException, IOException {
    int index = target.index().orElseGet(site::leader);
    if (!supervisor.take(index)) {
      record.note("left out, its target has another fault: " + fault);
      return;
    }
    if (instance(index).running().isEmpty()) {
      supervisor.release(index);
      record.note("left out, its target does not run: " + fault);
      return;
    }
    String name = instance(index).name();
    boolean ownFault = !(fault instanceof Isolate || fault instanceof CutFromDatabase);
    ActiveFault active =
        record.faultBegins(
            fault.getClass(),
            ownFault ? Optional.of(name) : Optional.empty(),
            fault + " of " + name);
    try {
      try {
        bringAbout(how, index, fault.lasts());
      } finally {
        supervisor.release(index);
      }
      if (!Site.awaitReady(instance(index))) {
        record.note(name + " is not ready long after " + fault);
      }
    } finally {
      record.isOver(active);
    }
  }

  /** A fault that cannot be injected because its process has just ended is not an error. */
  private void bringAbout(OnProcess how, int index, Duration lasts)
      throws InterruptedException, IOException {
    try {
      how.bringAbout(index, lasts);
    } catch (IOException | ProcessFailedException e) {
      if (instance(index).process().awaitExit(NOTICED).isEmpty()) {
        throw e;
      }
      record.note(instance(index).name() + " has ended before: " + e);
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
      record.isWrong(instance(index).name() + " does not end after SIGTERM");
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

  private void limited(Fault fault, Target target, ProcessLimit limit)
      throws InterruptedException, IOException {
    if (ProcessLimit.canBeSet()) {
      process(fault, target, (index, lasts) -> limit(limit, index, lasts));
    } else {
      record.note("LEFT OUT, there is no prlimit: " + fault);
    }
  }

  private void limit(ProcessLimit limit, int index, Duration lasts)
      throws InterruptedException, IOException {
    long pid = instance(index).process().pid();
    limit.takeAll(pid);
    Thread.sleep(lasts.toMillis());
    if (instance(index).running().isPresent()) {
      limit.giveBack(pid);
    }
  }

  private void fillHeap(int index, Duration lasts) throws InterruptedException {
    try {
      FullHeap.of(instance(index).process().pid(), site.cluster().folder().tmp(), lasts);
    } catch (IOException e) {
      record.note("heap of " + instance(index).name() + ": " + e);
    }
    Thread.sleep(lasts.toMillis());
  }

  private void isolate(Way way, int index, Duration lasts) throws InterruptedException {
    switch (way) {
      case BOTH -> site.network().cutOff(instance(index));
      case IN -> site.network().deafen(instance(index));
      case OUT -> site.network().mute(instance(index));
    }
    Thread.sleep(lasts.toMillis());
    site.network().heal(instance(index));
  }

  /** When the instance serves, because a process that starts with a wrong clock keeps using it. */
  private void setClock(WrongClock wrong, int index) throws InterruptedException {
    Site.awaitReady(instance(index));
    for (Duration offset : wrong.offsets()) {
      site.clock(index).set(offset);
      Thread.sleep(wrong.lasts().dividedBy(wrong.offsets().size()).toMillis());
    }
    site.clock(index).set(Duration.ZERO);
  }

  /** Throws no IOException, because the end of the process does not excuse an error of the disk. */
  private void failDiskOfTheOnlyOne(int index, Duration lasts) throws InterruptedException {
    try {
      ofJournal.failDiskOf(
          lasts, instance(index).process()::kill, () -> instance(index).start().mayEnd());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
