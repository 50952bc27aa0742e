package ebb.journal;

import java.io.IOException;

/** Opens a journal, says so, and keeps it until it is killed. */
public final class JournalHolder {
  private JournalHolder() {}

  public static void main(String[] arguments) throws IOException {
    JournalDatabase database = TestDatabase.open(TestDatabase.settings(arguments));
    System.out.println("open " + database.leaderTerm().takeNext());
    System.in.read();
  }
}
