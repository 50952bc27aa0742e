package ebb.hadoop;

/**
 * Hadoop's ResourceManager did not start. The message has the reason, and for a port in use its
 * address.
 */
public final class HadoopStartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  HadoopStartException(String reason, Throwable cause) {
    super("Hadoop's ResourceManager did not start: " + reason, cause);
  }
}
