package ebb.hosts;

import ebb.domain.DrainTimeout;
import ebb.domain.text.TextLimit;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * A change of the exclude file. It puts nothing in force; a refresh does.
 *
 * @param expectedHash of the file that the change was made for, see {@link FileHash}
 * @param add hosts that are listed afterwards with exactly this timeout, whether listed before or
 *     not
 * @param remove hosts that are not listed afterwards, whether listed before or not
 * @param allowUnknown whether the edit may name hosts that have no known node and are not listed
 * @param requireConfirmation whether to reject an edit if an operator has to confirm the graceful
 *     refresh that puts it in force; see {@link ebb.domain.refresh.Confirmation}
 */
public record ListEdit(
    String expectedHash,
    SortedMap<String, Optional<DrainTimeout>> add,
    SortedSet<String> remove,
    boolean allowUnknown,
    boolean requireConfirmation) {
  /** Names and addresses that mean the same in plain text and in XML. */
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9_.:%\\[\\]-]+");

  /**
   * @throws IllegalArgumentException if a host is both added and removed, or an added one is no
   *     host
   */
  public ListEdit {
    add = Collections.unmodifiableSortedMap(new TreeMap<>(add));
    remove = Collections.unmodifiableSortedSet(new TreeSet<>(remove));
    for (String host : add.keySet()) {
      if (!isHost(host) || remove.contains(host)) {
        throw new IllegalArgumentException("Cannot add '" + host + "'");
      }
    }
  }

  /** An edit of known hosts that needs no confirmation. */
  public ListEdit(
      String expectedHash,
      SortedMap<String, Optional<DrainTimeout>> add,
      SortedSet<String> remove) {
    this(expectedHash, add, remove, false, false);
  }

  /** Whether a list can hold this as the name or address of a host. */
  public static boolean isHost(String text) {
    return TextLimit.HOST_NAME.problemOf(text).isEmpty() && HOST.matcher(text).matches();
  }

  /** Whether a file can express a timeout: plain text none, and XML each that YARN knows. */
  public static boolean isInFile(DrainTimeout timeout, boolean isXml) {
    return isXml && !timeout.held();
  }

  /** The edit as far as the file can express it. */
  public ListEdit inFile(boolean isXml) {
    SortedMap<String, Optional<DrainTimeout>> hosts = new TreeMap<>(add);
    hosts.replaceAll((host, timeout) -> timeout.filter(each -> isInFile(each, isXml)));
    return new ListEdit(expectedHash, hosts, remove, allowUnknown, requireConfirmation);
  }

  /** The list after this edit. */
  public SortedMap<String, Optional<DrainTimeout>> applyTo(
      Map<String, Optional<DrainTimeout>> before) {
    SortedMap<String, Optional<DrainTimeout>> after = new TreeMap<>(before);
    after.keySet().removeAll(remove);
    after.putAll(add);
    return after;
  }
}
