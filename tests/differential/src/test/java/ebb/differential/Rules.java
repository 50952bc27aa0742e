package ebb.differential;

import java.util.List;

/** All lines that may cause a difference. The first that accounts for a field is counted. */
final class Rules {
  static final List<AllowedDifference> ALL =
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
