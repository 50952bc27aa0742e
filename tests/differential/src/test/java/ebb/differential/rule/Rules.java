package ebb.differential.rule;

import ebb.differential.comparison.AllowedDifference;
import java.util.List;

/** All lines that may cause a difference. The first that accounts for a field is counted. */
public final class Rules {
  public static final List<AllowedDifference> ALL =
      List.of(
          new ShutdownOneHeartbeatLater(),
          new ReadyWithinASecond(),
          new DoneWithItsLastApplication(),
          new ReadableForEbbOnly(),
          new AnotherPort(),
          new AdmittedAsDraining(),
          new OutOfStepWhileDraining(),
          new ClockOfTheCommand(),
          new TimeoutNextToIp(),
          new FirstContainer(),
          new PlacedContainers(),
          new SickAndDraining(),
          new ResizedInDrain(),
          new NothingMoreIsPlaced(),
          new FullSize(),
          new RunningApplicationsAreASet(),
          new StrangerRegistersFirst(),
          new DampedHealth(),
          new SignalsInDrain());

  private Rules() {}
}
