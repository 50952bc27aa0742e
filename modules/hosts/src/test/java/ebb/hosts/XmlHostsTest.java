package ebb.hosts;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.domain.DrainTimeout;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An operator's XML exclude list gives hosts with timeouts, or is refused as a whole. */
class XmlHostsTest {
  private static final Optional<DrainTimeout> NONE = Optional.empty();

  @Test
  @Tag("case-12")
  @DisplayName("A12: a host without timeout, with one, and with an infinite one")
  void shouldReadHostsWithTheirTimeouts() throws Exception {
    assertThat(
            excludes(
                """
                <?xml version="1.0"?>
                <!-- operators' notes -->
                <hosts>
                <host><name>host1</name></host>
                <host><name>host2</name><timeout>123</timeout></host>
                <host><name>host3</name><timeout>-1</timeout></host>
                </hosts>
                """))
        .containsExactly(
            entry("host1", NONE),
            entry("host2", seconds(123)),
            entry("host3", Optional.of(DrainTimeout.INFINITE)));
  }

  @Test
  @Tag("case-14")
  @DisplayName("A14: several hosts in one element share its timeout")
  void shouldSplitNamesAtCommas() throws Exception {
    assertThat(
            excludes(
                "<hosts><host><name>host4,host5,"
                    + " host6</name><timeout>1800</timeout></host></hosts>"))
        .containsExactly(
            entry("host4", seconds(1800)),
            entry("host5", seconds(1800)),
            entry("host6", seconds(1800)));
  }

  @Test
  @DisplayName("K244, better on purpose: blanks around a timeout are fine")
  @Tag("case-244")
  void shouldTrimTimeouts() throws Exception {
    assertThat(excludes(host("h1", " 12 "))).containsExactly(entry("h1", seconds(12)));
    assertThat(excludes(host("h1", "+5"))).containsExactly(entry("h1", seconds(5)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "abc", "1.5", "99999999999", "1 2"})
  @DisplayName("K244: what is no whole number is refused with its line")
  @Tag("case-244")
  void shouldRefuseATimeoutThatIsNoNumber(String timeout) {
    assertThatThrownBy(() -> excludes("<hosts>\n" + host("h1", timeout) + "</hosts>"))
        .isInstanceOf(ListSourceException.class)
        .hasMessage(
            "exclude.xml, line 2: timeout '" + timeout + "' is not a whole number of seconds");
  }

  @Test
  @DisplayName("K246: a blank does not split names; better on purpose: empty names are dropped")
  @Tag("case-246")
  void shouldSplitNamesAtCommasAndLineEndsOnly() throws Exception {
    assertThat(excludes(host("h1 h2", "1"))).containsOnlyKeys("h1 h2");
    assertThat(excludes(host("h1,,h2,", "1"))).containsOnlyKeys("h1", "h2");
    assertThat(excludes(host("\n h1\n  h2 ,\n h3\n", "1"))).containsOnlyKeys("h1", "h2", "h3");
  }

  @Test
  @DisplayName("K247: of two names and two timeouts in a host the first count")
  @Tag("case-247")
  void shouldTakeTheFirstNameAndTimeout() throws Exception {
    assertThat(
            excludes(
                "<a><host><name>h1</name><timeout>1</timeout>"
                    + "<name>h2</name><timeout>2</timeout></host></a>"))
        .containsExactly(entry("h1", seconds(1)));
  }

  @Test
  @DisplayName("K248: the later entry for a host replaces the earlier, also by no timeout")
  @Tag("case-248")
  void shouldTakeTheLastEntryOfAHost() throws Exception {
    assertThat(
            excludes(
                "<hosts><host><name>h1</name><timeout>5</timeout></host>"
                    + "<host><name>h1</name></host></hosts>"))
        .containsExactly(entry("h1", NONE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "<hosts>\n<host></hosts>",
        "<hosts><host><name>h1</name></host>",
        "<hosts/><hosts/>",
        "h1 h2",
        "<hosts><host><name>&h1;</name></host></hosts>"
      })
  @DisplayName("K250: a malformed, truncated or empty document is refused with file and line")
  @Tag("case-250")
  void shouldRefuseAMalformedDocument(String xml) {
    assertThatThrownBy(() -> excludes(xml))
        .isInstanceOf(ListSourceException.class)
        .hasMessageMatching("exclude\\.xml, line [12]: malformed XML: [^\n]+");
  }

  @Test
  @DisplayName("K250: a DOCTYPE is refused, and what it points at is never fetched")
  @Tag("case-250")
  void shouldRefuseADoctypeWithoutFetching(@TempDir Path folder) throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), "h1");
    try (ServerSocket server = new ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
      String url = "http://127.0.0.1:" + server.getLocalPort() + "/hosts.dtd";

      assertRefused(() -> excludes("<!DOCTYPE hosts SYSTEM \"" + url + "\">\n<hosts/>"));
      assertRefused(
          () ->
              excludes(
                  "<!DOCTYPE hosts [<!ENTITY x SYSTEM \""
                      + secret.toUri()
                      + "\">]><hosts><host><name>&x;</name></host></hosts>"));

      server.setSoTimeout(50);
      assertThatThrownBy(server::accept).isInstanceOf(java.net.SocketTimeoutException.class);
    }
  }

  @Test
  void shouldRefuseAHostNameThatIsTooLong() throws Exception {
    String longest = "h".repeat(253);

    assertThat(excludes(host("h1," + longest, "1"))).containsOnlyKeys("h1", longest);
    assertThatThrownBy(() -> excludes("<hosts>\n" + host("h1," + longest + "h", "1") + "</hosts>"))
        .isInstanceOf(ListSourceException.class)
        .hasMessage(
            "exclude.xml, line 2: host name '%s...' has 254 characters; allowed are 1 to 253"
                .formatted("h".repeat(40)));
  }

  private static void assertRefused(ThrowingCallable read) {
    assertThatThrownBy(read)
        .isInstanceOf(ListSourceException.class)
        .hasMessageContaining("a DOCTYPE is not allowed");
  }

  @Test
  void shouldChooseXmlByTheNameInEitherCase() throws Exception {
    var in = new ByteArrayInputStream(host("h1", "7").getBytes(UTF_8));

    assertThat(HostsFileParser.excludes("EXCLUDE.XML", in))
        .containsExactly(entry("h1", seconds(7)));
  }

  @Test
  void shouldFindHostsAtAnyDepthButNotAtTheRoot() throws Exception {
    assertThat(excludes("<a><b><c><host><d><name>h1</name></d></host></c></b></a>"))
        .containsOnlyKeys("h1");
    assertThat(excludes("<host><name>h1</name></host>")).isEmpty();
    assertThat(excludes("<a><HOST><name>h1</name></HOST><host><timeout>1</timeout></host></a>"))
        .isEmpty();
  }

  @Test
  void shouldGiveAHostWithinAHostItsOwnNameAndTheOuterOneTheFirst() throws Exception {
    assertThat(
            excludes(
                "<a><host><host><name>h1</name><timeout>1</timeout></host>"
                    + "<name>h2</name></host></a>"))
        .containsExactly(entry("h1", seconds(1)));
  }

  @Test
  void shouldReadCommentsAndCharacterDataWithinNames() throws Exception {
    assertThat(excludes(host("h<!-- one -->1,<![CDATA[h2]]>,h&#51;", "1")))
        .containsOnlyKeys("h1", "h2", "h3");
  }

  @Test
  void shouldLetTheDocumentSayItsEncoding() throws Exception {
    String xml = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>" + host("h\u00e4", "1");

    assertThat(excludes(xml, ISO_8859_1)).containsOnlyKeys("h\u00e4");
    assertThatThrownBy(() -> excludes(host("h\u00e4", "1"), ISO_8859_1))
        .isInstanceOf(ListSourceException.class)
        .hasMessageStartingWith("exclude.xml, line 1: malformed XML");
  }

  @Test
  void shouldKnowUtf16ByItsFirstBytes() throws Exception {
    String xml = "<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + host("h\u00e4", "1");

    for (Charset charset : List.of(UTF_16, UTF_16BE, UTF_16LE)) {
      assertThat(excludes(xml, charset)).containsOnlyKeys("h\u00e4");
    }
  }

  /** The console is nobody's log, and the JDK's parser writes to it. */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "<hosts>\\n<host><name>h\u00e4</name></host></hosts> | 2 | not text in UTF-8",
        "<hosts>\\n\\n<!-- \u00e4 --></hosts> | 3 | not text in UTF-8",
        "<?xml version='1.0' encoding='US-ASCII'?>\\n<a>\u00e4</a> | 2 | not text in US-ASCII",
        "<?xml version='1.0' encoding='klingon'?><a/> | 1 | there is no encoding 'klingon'",
        "<?xml version='1.0' encoding=''?><a/> | 1 | there is no encoding ''",
        "\u00e4 | 1 | not text in UTF-8",
      })
  void shouldSayWhereADocumentIsNoTextAndLeaveTheConsoleAlone(String xml, int line, String reason) {
    PrintStream console = System.err;
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    System.setErr(new PrintStream(written, true, UTF_8));
    try {
      assertThatThrownBy(() -> excludes(xml.replace("\\n", "\n"), ISO_8859_1))
          .isInstanceOf(ListSourceException.class)
          .hasMessage("exclude.xml, line %d: malformed XML: %s", line, reason);
    } finally {
      System.setErr(console);
    }
    assertThat(written.toString(UTF_8)).isEmpty();
  }

  private static String host(String name, String timeout) {
    return "<hosts><host><name>"
        + name
        + "</name><timeout>"
        + timeout
        + "</timeout></host></hosts>";
  }

  private static SortedMap<String, Optional<DrainTimeout>> excludes(String xml)
      throws ListSourceException {
    return excludes(xml, UTF_8);
  }

  private static SortedMap<String, Optional<DrainTimeout>> excludes(String xml, Charset charset)
      throws ListSourceException {
    return HostsFileParser.excludes("exclude.xml", new ByteArrayInputStream(xml.getBytes(charset)));
  }

  private static Optional<DrainTimeout> seconds(long seconds) {
    return Optional.of(DrainTimeout.ofSeconds(seconds));
  }

  private static java.util.Map.Entry<String, Optional<DrainTimeout>> entry(
      String host, Optional<DrainTimeout> timeout) {
    return java.util.Map.entry(host, timeout);
  }
}
