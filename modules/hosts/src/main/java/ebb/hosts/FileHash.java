package ebb.hosts;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The hash of a file's content, including comments; not the hash of the lists that it contains. */
public final class FileHash {
  private FileHash() {}

  /** SHA-256, in hexadecimal. */
  public static String of(byte[] content) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
