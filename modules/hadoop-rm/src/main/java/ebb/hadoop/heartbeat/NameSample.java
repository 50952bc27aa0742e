package ebb.hadoop.heartbeat;

import java.util.Collection;
import java.util.Iterator;

/** Formats a log line for many reported names: how many there are, and the first of them. */
public final class NameSample {
  private static final int NAMED = 10;

  private NameSample() {}

  /** For example {@code 12 (container_1, container_2, …)}. */
  public static String text(Collection<?> all) {
    var text = new StringBuilder().append(all.size()).append(" (");
    Iterator<?> each = all.iterator();
    for (int named = 0; named < NAMED && each.hasNext(); named++) {
      text.append(named == 0 ? "" : ", ").append(each.next());
    }
    return text.append(each.hasNext() ? ", …)" : ")").toString();
  }
}
