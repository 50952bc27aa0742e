package ebb.hadoop.state;

import ebb.journal.guard.FencedStore.Change;
import ebb.journal.guard.FencedStore.Row;
import ebb.journal.guard.FencedStore.RowKey;
import java.util.Arrays;
import java.util.List;

/** The kinds of stored records. Their names stay the same once released. */
enum Kind {
  VERSION("version"),
  EPOCH("epoch"),
  APPLICATION("application"),
  /** The parent is the application. */
  ATTEMPT("attempt"),
  DELEGATION_KEY("delegation-key"),
  DELEGATION_TOKEN("delegation-token"),
  /** The number of the newest delegation token. */
  DELEGATION_SEQUENCE("delegation-sequence"),
  AMRM_SECRET("amrm-secret"),
  /** The parent is the plan. */
  RESERVATION("reservation"),
  PROXY_CA("proxy-ca");

  private static final String NONE = "";

  private final String text;

  Kind(String text) {
    this.text = text;
  }

  /** The names of all kinds in the database. */
  static List<String> all() {
    return Arrays.stream(values()).map(Kind::text).toList();
  }

  /** Its name in the database. */
  String text() {
    return text;
  }

  Change put(String parent, String id, byte[] content) {
    return new Change.Put(new Row(new RowKey(text, parent, id), content));
  }

  Change put(String id, byte[] content) {
    return put(NONE, id, content);
  }

  /** Writes the only record of this kind. */
  Change put(byte[] content) {
    return put(NONE, NONE, content);
  }

  Change remove(String parent, String id) {
    return new Change.Remove(new RowKey(text, parent, id));
  }

  Change remove(String id) {
    return remove(NONE, id);
  }

  Change removeChildren(String parent) {
    return new Change.RemoveChildren(text, parent);
  }
}
