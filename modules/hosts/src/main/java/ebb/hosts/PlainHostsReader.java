package ebb.hosts;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Reads the plain format: hosts separated by white space, any number on a line. A token that begins
 * with {@code #} ends its line. There are no commas, timeouts or wildcards, and letters keep their
 * case.
 */
final class PlainHostsReader {
  private static final Pattern LINE_END = Pattern.compile("\r\n|\r|\n");
  // Not \s, which splits at the vertical tab too.
  private static final Pattern BLANKS = Pattern.compile("[ \t\f]+");
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private PlainHostsReader() {}

  static SortedSet<String> read(String file, byte[] bytes, ListWarnings warnings)
      throws ListSourceException {
    SortedSet<String> hosts = new TreeSet<>();
    int number = 0;
    for (String line : LINE_END.split(decode(file, bytes), -1)) {
      number++;
      List<String> tokens =
          BLANKS
              .splitAsStream(line)
              .takeWhile(token -> !token.startsWith("#"))
              .filter(token -> !token.isEmpty())
              .toList();
      if (tokens.stream().anyMatch(token -> token.startsWith("<"))) {
        throw HostsFileParser.refused(
            file, number, "looks like XML, which is read from an exclude list named .xml only");
      }
      for (String host : tokens) {
        hosts.add(HostsFileParser.requireFits(file, number, host));
        warnings.check(file, number, host);
      }
    }
    return hosts;
  }

  private static String decode(String file, byte[] bytes) throws ListSourceException {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder(); // reports errors by default
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CoderResult result = decoder.decode(in, out, true);
    int end = result.isError() ? in.position() : bytes.length;
    int zero = indexOfZero(bytes, end);
    if (result.isError() || zero < end) {
      throw HostsFileParser.refused(file, lineAt(bytes, zero), "not text in UTF-8");
    }
    String text = out.flip().toString();
    return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
  }

  /** A zero byte is a sign of UTF-16, not text; the names would look like hosts but be none. */
  private static int indexOfZero(byte[] bytes, int end) {
    int i = 0;
    while (i < end && bytes[i] != 0) {
      i++;
    }
    return i;
  }

  private static int lineAt(byte[] bytes, int position) {
    int line = 1;
    for (int i = 0; i < position; i++) {
      if (bytes[i] == '\n' || (bytes[i] == '\r' && (i + 1 >= position || bytes[i + 1] != '\n'))) {
        line++;
      }
    }
    return line;
  }
}
