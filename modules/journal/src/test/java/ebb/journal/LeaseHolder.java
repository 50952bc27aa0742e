package ebb.journal;

import akka.actor.ActorSystem;
import ebb.journal.database.JournalSettings;
import java.io.IOException;

/** Acquires a lease, says so, and says when it is lost; a claim on an instance's name beside it. */
public final class LeaseHolder {
  public static final String LEASE = "of the test";
  static final String INSTANCE = "rm1";

  private LeaseHolder() {}

  public static void main(String[] arguments) throws IOException {
    JournalSettings settings = TestDatabase.settings(arguments);
    ActorSystem system = TestLeases.system(settings);
    TestDatabase.open(settings)
        .claim(INSTANCE)
        .orElseThrow()
        .keep(system, reason -> System.out.println("name lost"));
    boolean won =
        TestLeases.lease(system, LEASE, "child")
            .acquire(reason -> System.out.println("lost"))
            .toCompletableFuture()
            .join();
    System.out.println("holds: " + won);
    System.in.read();
  }
}
