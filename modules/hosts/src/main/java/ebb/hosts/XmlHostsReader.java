package ebb.hosts;

import ebb.domain.DrainTimeout;
import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads the XML format: under a root of any name, at any depth, {@code host} elements, each with a
 * {@code name} (hosts separated by commas or line ends) and optionally a {@code timeout} in
 * seconds. If a {@code host} element has several names or timeouts, the first counts. If a host has
 * several entries, the last counts.
 *
 * <p>Deliberately better than YARN: blanks around a timeout are allowed, and an empty host name
 * between two commas is dropped. A DOCTYPE is rejected; nothing outside the document is ever
 * fetched.
 */
final class XmlHostsReader {
  // Does not match surrounding blanks: that takes quadratic time where there are many.
  private static final Pattern SEPARATOR = Pattern.compile("[,\n]");

  /** Deeper nesting would cost time and memory at each element, and no list of hosts needs it. */
  private static final int DEEPEST = 32;

  /** The longest quote from the file. */
  private static final int LONGEST_QUOTE = 200;

  private final String file;
  private final List<Host> hosts = new ArrayList<>();
  private final Deque<Host> openHosts = new ArrayDeque<>();
  private final Deque<Text> openTexts = new ArrayDeque<>();
  private int depth;

  private XmlHostsReader(String file) {
    this.file = file;
  }

  /** An element whose text is needed. */
  private static final class Text {
    private final int depth;
    private final int line;
    private final StringBuilder content = new StringBuilder();

    private Text(int depth, int line) {
      this.depth = depth;
      this.line = line;
    }
  }

  private static final class Host {
    private final int depth;
    private @Nullable Text name;
    private @Nullable Text timeout;

    private Host(int depth) {
      this.depth = depth;
    }
  }

  static SortedMap<String, Optional<DrainTimeout>> read(
      String file, byte[] bytes, ListWarnings warnings) throws ListSourceException {
    XmlHostsReader reader = new XmlHostsReader(file);
    reader.readDocument(bytes);
    return reader.entries(warnings);
  }

  private void readDocument(byte[] bytes) throws ListSourceException {
    try {
      XMLStreamReader xml =
          factory().createXMLStreamReader(new StringReader(XmlText.of(file, bytes)));
      while (xml.hasNext()) {
        switch (xml.next()) {
          case XMLStreamConstants.START_ELEMENT -> open(xml);
          case XMLStreamConstants.END_ELEMENT -> close();
          case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA ->
              openTexts.forEach(text -> text.content.append(xml.getText()));
          case XMLStreamConstants.DTD ->
              throw HostsFileParser.refused(
                  file, xml.getLocation().getLineNumber(), "a DOCTYPE is not allowed");
          default -> {} // white space outside of the root, comments, processing instructions
        }
      }
    } catch (XMLStreamException e) {
      int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNumber());
      throw HostsFileParser.refused(file, line, "malformed XML: " + reasonOf(e));
    }
  }

  /** The JDK's own parser, whatever else is on the class path. */
  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setXMLResolver(
        (publicId, systemId, baseUri, namespace) -> {
          throw new XMLStreamException("external entities are not allowed");
        });
    return factory;
  }

  /** The parser's message, without the position that it writes on a line before it. */
  private static String reasonOf(XMLStreamException e) {
    String message = String.valueOf(e.getMessage());
    int words = message.indexOf("Message: ");
    String reason = words < 0 ? message : message.substring(words + "Message: ".length());
    return shortened(reason.replaceAll("\\s+", " ").strip());
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "...";
  }

  private void open(XMLStreamReader xml) throws ListSourceException {
    depth++;
    if (depth > DEEPEST) {
      throw HostsFileParser.refused(
          file,
          xml.getLocation().getLineNumber(),
          "elements within elements, deeper than " + DEEPEST);
    }
    if (!xml.getPrefix().isEmpty()) {
      return;
    }
    switch (xml.getLocalName()) {
      case "host" -> openHost();
      case "name" -> openName(new Text(depth, xml.getLocation().getLineNumber()));
      case "timeout" -> openTimeout(new Text(depth, xml.getLocation().getLineNumber()));
      default -> {}
    }
  }

  private void openHost() {
    if (depth > 1) { // the root is never a host, whatever its name
      Host host = new Host(depth);
      hosts.add(host);
      openHosts.push(host);
    }
  }

  private void openName(Text text) {
    for (Host host : openHosts) {
      if (host.name == null) {
        host.name = text;
        collect(text);
      }
    }
  }

  private void openTimeout(Text text) {
    for (Host host : openHosts) {
      if (host.timeout == null) {
        host.timeout = text;
        collect(text);
      }
    }
  }

  /** Collects the text once, even if several hosts need it. */
  private void collect(Text text) {
    if (openTexts.peek() != text) {
      openTexts.push(text);
    }
  }

  private void close() {
    openTexts.removeIf(text -> text.depth == depth);
    openHosts.removeIf(host -> host.depth == depth);
    depth--;
  }

  private SortedMap<String, Optional<DrainTimeout>> entries(ListWarnings warnings)
      throws ListSourceException {
    SortedMap<String, Optional<DrainTimeout>> entries = new TreeMap<>();
    for (Host host : hosts) {
      Optional<DrainTimeout> timeout =
          host.timeout == null ? Optional.empty() : Optional.of(timeoutOf(host.timeout));
      if (host.name != null) {
        for (String name : namesIn(host.name)) {
          entries.put(HostsFileParser.requireFits(file, host.name.line, name), timeout);
          warnings.check(file, host.name.line, name);
        }
      }
    }
    return entries;
  }

  private static List<String> namesIn(Text text) {
    return SEPARATOR
        .splitAsStream(text.content.toString().strip())
        .map(String::trim)
        .filter(name -> !name.isEmpty())
        .toList();
  }

  private DrainTimeout timeoutOf(Text text) throws ListSourceException {
    String seconds = text.content.toString().strip();
    try {
      return DrainTimeout.ofSeconds(Integer.parseInt(seconds));
    } catch (NumberFormatException e) {
      throw HostsFileParser.refused(
          file, text.line, "timeout '" + shortened(seconds) + "' is not a whole number of seconds");
    }
  }
}
