package ebb.journal;

import java.io.IOException;
import java.nio.file.Path;

/** Opens a journal, says so, and keeps it until it is killed. */
final class JournalHolder {
  private JournalHolder() {}

  public static void main(String[] arguments) throws IOException {
    JournalDatabase database = JournalDatabase.open(Path.of(arguments[0]));
    System.out.println("open " + database.leaderTerm().takeNext());
    System.in.read();
  }
}
