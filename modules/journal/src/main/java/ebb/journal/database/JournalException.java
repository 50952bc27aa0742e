package ebb.journal.database;

import java.nio.file.FileSystemException;
import java.util.Optional;

/** The journal cannot be used; the message is one line for an operator and names the place. */
public class JournalException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String finding;
  private final String advice;

  public JournalException(String message) {
    super(message);
    finding = message;
    advice = "";
  }

  public JournalException(String message, Throwable cause) {
    super(message, cause);
    finding = message;
    advice = "";
  }

  /**
   * @param finding one line: what is wrong
   * @param advice one line: what to do about it
   */
  public JournalException(String finding, String advice) {
    super(finding + "; " + advice);
    this.finding = finding;
    this.advice = advice;
  }

  public JournalException(String finding, String advice, Throwable cause) {
    super(finding + "; " + advice, cause);
    this.finding = finding;
    this.advice = advice;
  }

  /** An exception's message in one line; with its class if the message is only a file name. */
  public static String reasonOf(Exception e) {
    boolean saysWhy = !(e instanceof FileSystemException file) || file.getReason() != null;
    return (saysWhy ? String.valueOf(e.getMessage()) : e.toString())
        .strip()
        .replaceAll("\\s*\\R\\s*", "; ");
  }

  /** What is wrong, without advice. */
  public String finding() {
    return finding;
  }

  /** What to do about it, which is the end of the message; empty if there is no advice. */
  public Optional<String> advice() {
    return Optional.of(advice).filter(text -> !text.isEmpty());
  }
}
