package ebb.hadoop;

/** Hadoop's ResourceManager did not start; the message says why, a port in use by its address. */
public final class HadoopStartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  HadoopStartException(String reason, Throwable cause) {
    super("Hadoop's ResourceManager did not start: " + reason, cause);
  }
}
