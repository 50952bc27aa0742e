package ebb.hosts;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decodes an XML document in the encoding that it declares. The JDK's parser would do that, too,
 * but it writes to the console what it cannot decode, which cannot be turned off.
 */
final class XmlText {
  private static final Pattern DECLARATION =
      Pattern.compile("^<\\?xml\\s[^>]*?\\bencoding\\s*=\\s*[\"']([^\"']*)[\"']");

  /** The number of bytes within which a declaration has to end. */
  private static final int LONGEST_DECLARATION = 200;

  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private XmlText() {}

  static String of(String file, byte[] bytes) throws ListSourceException {
    Charset charset = charsetOf(file, bytes);
    CharsetDecoder decoder = charset.newDecoder(); // reports errors by default
    CharBuffer out =
        CharBuffer.allocate((int) Math.ceil(bytes.length * (double) decoder.maxCharsPerByte()));
    CoderResult result = decoder.decode(ByteBuffer.wrap(bytes), out, true);
    String text = out.flip().toString();
    if (result.isError()) {
      int line = 1 + (int) text.chars().filter(character -> character == '\n').count();
      throw HostsFileParser.refused(file, line, "malformed XML: not text in " + charset);
    }
    return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
  }

  private static Charset charsetOf(String file, byte[] bytes) throws ListSourceException {
    int first = at(bytes, 0) << 8 | at(bytes, 1);
    switch (first) {
      case 0xFEFF, 0xFFFE -> {
        return StandardCharsets.UTF_16;
      }
      case '<' -> {
        return StandardCharsets.UTF_16BE;
      }
      case '<' << 8 -> {
        return StandardCharsets.UTF_16LE;
      }
      default -> {}
    }
    int length = Math.min(bytes.length, LONGEST_DECLARATION);
    Matcher declaration =
        DECLARATION.matcher(new String(bytes, 0, length, StandardCharsets.ISO_8859_1));
    if (!declaration.find()) {
      return StandardCharsets.UTF_8;
    }
    try {
      return Charset.forName(declaration.group(1));
    } catch (IllegalArgumentException e) {
      throw HostsFileParser.refused(
          file, 1, "malformed XML: there is no encoding '" + declaration.group(1) + "'");
    }
  }

  private static int at(byte[] bytes, int index) {
    return index < bytes.length ? bytes[index] & 0xFF : 0xFF;
  }
}
