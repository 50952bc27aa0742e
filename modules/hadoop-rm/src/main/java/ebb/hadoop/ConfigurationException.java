package ebb.hadoop;

/** Hadoop's configuration cannot be read, or a value in it is wrong; the message says which. */
public final class ConfigurationException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ConfigurationException(String message, Throwable cause) {
    super(message + ": " + cause.getMessage(), cause);
  }
}
