package ebb.hosts;

import ebb.domain.DrainTimeout;
import ebb.domain.text.TextLimit;
import ebb.files.ConfiguredFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * Reads include and exclude lists as YARN does (org.apache.hadoop.util.HostsFileReader): the
 * include list is plain text; the exclude list is XML if its name ends in {@code .xml} in upper or
 * lower case, plain text otherwise.
 *
 * <p>It is stricter where YARN would accept garbage as host names, and would thereby admit hosts
 * that were meant to stay out: it rejects an XML document where plain text is expected, and text
 * that is not UTF-8. Every rejection names file, line and reason, and nothing of a rejected file is
 * used. All methods block.
 */
public final class HostsFileParser {
  /** About a hundred times the list of a large cluster; a larger file is no list of hosts. */
  static final int MAX_BYTES = 64 * 1024 * 1024;

  private HostsFileParser() {}

  /** As {@link #includes(String, InputStream)}, for a local file. */
  public static SortedSet<String> includes(Path file) throws ListSourceException {
    return includes(file.toString(), new ByteArrayInputStream(bytes(file)));
  }

  /** As {@link #excludes(String, InputStream)}, for a local file. */
  public static SortedMap<String, Optional<DrainTimeout>> excludes(Path file)
      throws ListSourceException {
    return excludes(file.toString(), new ByteArrayInputStream(bytes(file)));
  }

  /** The content of a local file, which may still be no list. */
  public static byte[] bytes(Path file) throws ListSourceException {
    try {
      return ConfiguredFile.read(file, MAX_BYTES);
    } catch (IOException e) {
      throw unreadable(file.toString(), e);
    }
  }

  /**
   * Reads an include list.
   *
   * @param file the name, for messages and for the choice of the format
   * @param in read to its end, not closed
   */
  public static SortedSet<String> includes(String file, InputStream in) throws ListSourceException {
    return includes(file, in, new ListWarnings());
  }

  /**
   * As above.
   *
   * @param warnings receives the entries that no node can match
   */
  public static SortedSet<String> includes(String file, InputStream in, ListWarnings warnings)
      throws ListSourceException {
    if (isXml(file)) {
      throw refused(file, "an include list is plain text, only an exclude list may be XML");
    }
    return PlainHostsReader.read(file, bytes(file, in), warnings);
  }

  /**
   * Reads an exclude list.
   *
   * @param file the name, for messages and for the choice of the format
   * @param in read to its end, not closed
   * @return each host with its own timeout; plain text has none, and in XML it is optional
   */
  public static SortedMap<String, Optional<DrainTimeout>> excludes(String file, InputStream in)
      throws ListSourceException {
    return excludes(file, in, new ListWarnings());
  }

  /**
   * As above.
   *
   * @param warnings receives the entries that no node can match
   */
  public static SortedMap<String, Optional<DrainTimeout>> excludes(
      String file, InputStream in, ListWarnings warnings) throws ListSourceException {
    if (isXml(file)) {
      return XmlHostsReader.read(file, bytes(file, in), warnings);
    }
    SortedMap<String, Optional<DrainTimeout>> hosts = new TreeMap<>();
    for (String host : PlainHostsReader.read(file, bytes(file, in), warnings)) {
      hosts.put(host, Optional.empty());
    }
    return hosts;
  }

  public static boolean isXml(String file) {
    return file.toLowerCase(Locale.ROOT).endsWith(".xml");
  }

  private static byte[] bytes(String file, InputStream in) throws ListSourceException {
    try {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw refused(file, "larger than " + MAX_BYTES / (1024 * 1024) + " MiB");
      }
      return bytes;
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static ListSourceException unreadable(String file, IOException e) {
    String reason =
        e instanceof NoSuchFileException ? "no such file" : "cannot be read: " + e.getMessage();
    return refused(file, reason);
  }

  private static ListSourceException refused(String file, String reason) {
    return new ListSourceException(RefreshRejection.LIST_UNREADABLE, file + ": " + reason);
  }

  /** Accepts any text as a host name, as YARN does, but the text has to fit into the journal. */
  static String requireFits(String file, int line, String host) throws ListSourceException {
    Optional<String> problem = TextLimit.HOST_NAME.problemOf(host);
    if (problem.isPresent()) {
      throw refused(file, line, "host name " + problem.get());
    }
    return host;
  }

  static ListSourceException refused(String file, int line, String reason) {
    return refused(file + ", line " + line, reason);
  }
}
