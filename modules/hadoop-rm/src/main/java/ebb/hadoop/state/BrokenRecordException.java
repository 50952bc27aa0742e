package ebb.hadoop.state;

import java.io.IOException;

/**
 * A record in Hadoop's state store cannot be used, at all or with the current configuration. The
 * message names it in one line.
 */
public final class BrokenRecordException extends IOException {
  private static final long serialVersionUID = 1L;

  private BrokenRecordException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * @param record what it belongs to, for example an application's id
   */
  static BrokenRecordException of(String record, Throwable reason) {
    return new BrokenRecordException(
        "The record of " + record + " in the state store cannot be read: " + textOf(reason),
        reason);
  }

  /**
   * @param record an application or an attempt of it
   * @param application that would have to be removed
   */
  public static BrokenRecordException of(String record, String application, Throwable reason) {
    return at("", record, application, reason);
  }

  /**
   * As above.
   *
   * @param place in the store, for messages; empty if it has none
   */
  static BrokenRecordException at(
      String place, String record, String application, Throwable reason) {
    return new BrokenRecordException(
        "The record of "
            + record
            + " in the state store"
            + (place.isEmpty() ? "" : ", at " + place + ",")
            + " cannot be used ("
            + textOf(reason)
            + "); to start without that application: "
            + removalOf(application),
        reason);
  }

  /** The record can be read, but Hadoop's rules reject the application. */
  public static BrokenRecordException ofGoodRecord(String application, Exception reason) {
    return new BrokenRecordException(
        application
            + " cannot be recovered with this configuration ("
            + textOf(reason)
            + "): correct it, or start without that application: "
            + removalOf(application),
        reason);
  }

  private static String removalOf(String application) {
    return "ebb resourcemanager -remove-application-from-state-store " + application;
  }

  private static String textOf(Throwable reason) {
    return reason instanceof RuntimeException
        ? reason.toString()
        : String.valueOf(reason.getMessage());
  }
}
