package ebb.demo.cluster;

/**
 * The PostgreSQL database that all instances of a cluster share.
 *
 * @param url without credentials
 */
public record SharedJournal(String url, String user, String password) {

  /** Without the password. */
  @Override
  public String toString() {
    return user + " at " + url;
  }
}
