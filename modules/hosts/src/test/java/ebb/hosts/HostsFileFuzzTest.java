package ebb.hosts;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whatever is in a host file: hosts, or one clear refusal with the file's name and, where there is
 * one, the line. Random files come from a seed; {@code -Dseed=} repeats one.
 */
@Timeout(120)
class HostsFileFuzzTest {
  private static final Logger LOG = LoggerFactory.getLogger(HostsFileFuzzTest.class);
  private static final int RUNS = 4_000;
  private static final int TEN_MB = 10_000_000;
  private static final String REFUSAL = "(?s)%s(, line [1-9]\\d*)?: .+";

  @TempDir Path folder;

  // ---- random ----

  @ParameterizedTest
  @ValueSource(strings = {"include", "exclude", "exclude.xml", "include.xml"})
  void shouldReadOrRefuseRandomBytes(String name) {
    Random random = seeded(name);
    for (int run = 0; run < RUNS; run++) {
      byte[] bytes = new byte[random.nextInt(300)];
      random.nextBytes(bytes);
      readOrRefuse(name, bytes);
    }
  }

  @Test
  void shouldReadOrRefuseMutilatedXml() {
    Random random = seeded("mutilated");
    byte[] whole =
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <hosts><host><name>h1,h2</name><timeout> 60 </timeout></host>
        <!-- note --><host><name><![CDATA[h3]]></name><timeout>-1</timeout></host></hosts>
        """
            .getBytes(UTF_8);
    int read = 0;
    for (int run = 0; run < RUNS; run++) {
      byte[] bytes = whole.clone();
      for (int change = random.nextInt(4); change >= 0; change--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      int from = random.nextInt(bytes.length);
      read += readOrRefuse("exclude.xml", random.nextBoolean() ? bytes : cut(bytes, from)) ? 1 : 0;
    }
    // it is no test if nothing, or everything, is refused
    assertThat(read).isBetween(1, RUNS - 1);
  }

  @Test
  void shouldReadOrRefuseRandomTags() {
    Random random = seeded("tags");
    List<String> parts =
        List.of(
            "<hosts>",
            "</hosts>",
            "<host>",
            "</host>",
            "<name>",
            "</name>",
            "<timeout>",
            "</timeout>",
            "h1",
            "h2,h3",
            " 60 ",
            "-1",
            "&lt;",
            "&#0;",
            "&x;",
            "\n",
            "<!--",
            "-->",
            "<![CDATA[",
            "]]>",
            "<?pi?>",
            "<x:host xmlns:x='u'>",
            "</x:host>",
            "\uD800",
            "\0");
    for (int run = 0; run < RUNS; run++) {
      StringBuilder text = new StringBuilder(random.nextBoolean() ? "<hosts>" : "");
      for (int i = random.nextInt(20); i > 0; i--) {
        text.append(parts.get(random.nextInt(parts.size())));
      }
      readOrRefuse("exclude.xml", text.append("</hosts>").toString().getBytes(UTF_8));
      readOrRefuse("exclude", text.toString().getBytes(UTF_8));
    }
  }

  // ---- large ----

  @Test
  void shouldReadOrRefuseTenMegabytesInBoundedTime() {
    Random random = seeded("large");
    byte[] noise = new byte[TEN_MB];
    random.nextBytes(noise);
    byte[] letters = new byte[TEN_MB];
    Arrays.fill(letters, (byte) 'a');

    for (String name : List.of("include", "exclude", "exclude.xml")) {
      assertThat(readOrRefuse(name, noise)).as(name).isFalse();
      readOrRefuse(name, letters);
      readOrRefuse(name, new byte[TEN_MB]);
    }
  }

  @Test
  void shouldReadOrRefuseDeepNestingWithoutExhaustingTheStack() {
    int depth = 500_000;
    String open = "<a>".repeat(depth);
    String close = "</a>".repeat(depth);
    String host = "<host><name>h1</name></host>";

    readOrRefuse("exclude.xml", (open + host + close).getBytes(UTF_8));
    readOrRefuse("exclude.xml", open.getBytes(UTF_8));
    readOrRefuse("exclude.xml", (open + "</b>").getBytes(UTF_8));
  }

  /** Each level would otherwise look at all levels around it, or keep the text of all below. */
  @Test
  void shouldRefuseHostsAndNamesThatNestWithoutEnd() {
    String hosts = "<host><name>h</name><timeout>1</timeout>".repeat(100_000);
    String names = "<host><name>h".repeat(100_000);

    for (String nested : List.of(hosts, names)) {
      byte[] xml = ("<a>\n" + nested).getBytes(UTF_8);
      assertRefused("exclude.xml", xml, "exclude.xml, line 2: elements within elements");
    }
  }

  @Test
  void shouldReadLongRunsOfBlanksInBoundedTime() {
    String blanks = " \t".repeat(2_000_000);
    String xml = "<a><host><name>h1%s" + blanks + "h2," + blanks + "h3</name></host></a>";

    assertThat(readOrRefuse("exclude.xml", xml.formatted(",").getBytes(UTF_8))).isTrue();
    assertThat(readOrRefuse("exclude.xml", xml.formatted("").getBytes(UTF_8))).isFalse();
    assertThat(readOrRefuse("exclude", ("h1" + blanks + "h2").getBytes(UTF_8))).isTrue();
  }

  @Test
  void shouldQuoteNoMoreThanOneCanRead() {
    String word = "x".repeat(1_000_000);

    for (String xml :
        List.of(
            "<" + word,
            "<a><" + word + "></b></a>",
            "<a><host><name>h</name><timeout>" + word + "</timeout></host></a>",
            "<a>&" + word + ";</a>")) {
      assertThat(readOrRefuse("exclude.xml", xml.getBytes(UTF_8))).isFalse();
    }
  }

  @Test
  void shouldRefuseEntitiesThatMultiply() {
    StringBuilder xml = new StringBuilder("<!DOCTYPE a [<!ENTITY e0 \"x\">");
    for (int i = 1; i < 30; i++) {
      xml.append("<!ENTITY e%d \"&e%d;&e%d;\">".formatted(i, i - 1, i - 1));
    }
    xml.append("]><a><host><name>&e29;</name></host></a>");

    assertThat(readOrRefuse("exclude.xml", xml.toString().getBytes(UTF_8))).isFalse();
  }

  // ---- encodings ----

  @Test
  void shouldReadXmlInTheEncodingThatItDeclares() throws Exception {
    assertThat(xmlIn("UTF-8", UTF_8)).containsExactly("h\u00e4");
    assertThat(xmlIn("UTF-16", UTF_16)).containsExactly("h\u00e4");
    assertThat(xmlIn("ISO-8859-1", Charset.forName("ISO-8859-1"))).containsExactly("h\u00e4");
    assertThat(withMark("\uFEFF" + xml("UTF-16"), UTF_16LE)).containsExactly("h\u00e4");
    assertThat(withMark("\uFEFF" + xml("UTF-16"), UTF_16BE)).containsExactly("h\u00e4");
    assertThat(withMark("\uFEFF" + xml("UTF-8"), UTF_8)).containsExactly("h\u00e4");
  }

  private static String xml(String encoding) {
    return "<?xml version=\"1.0\" encoding=\""
        + encoding
        + "\"?><hosts><host><name>h\u00e4</name></host></hosts>";
  }

  private static Set<String> xmlIn(String encoding, Charset charset) throws ListSourceException {
    return withMark(xml(encoding), charset);
  }

  private static Set<String> withMark(String text, Charset charset) throws ListSourceException {
    return HostsFileParser.excludes("exclude.xml", new ByteArrayInputStream(text.getBytes(charset)))
        .keySet();
  }

  @Test
  void shouldReadOrRefuseEveryEncodingThatJavaKnows() {
    for (Charset charset : Charset.availableCharsets().values()) {
      if (charset.canEncode()) {
        for (String name : List.of("include", "exclude", "exclude.xml")) {
          readOrRefuse(name, "h1 h\u00e4\u20ac\nh2".getBytes(charset));
          readOrRefuse(name, xml(charset.name()).getBytes(charset));
          readOrRefuse(name, xml("UTF-8").getBytes(charset));
        }
      }
    }
  }

  /** Its zero bytes would make host names that nobody can see in an editor. */
  @Test
  void shouldRefusePlainTextInUtf16WithItsLine() {
    for (Charset charset : List.of(UTF_16, UTF_16LE, UTF_16BE)) {
      byte[] text = "h1\nh2\n".getBytes(charset);
      assertThatThrownBy(() -> HostsFileParser.excludes("exclude", new ByteArrayInputStream(text)))
          .as(charset.name())
          .isInstanceOf(ListSourceException.class)
          .hasMessageStartingWith("exclude, line 1: not text in UTF-8");
    }
  }

  @Test
  void shouldRefuseZeroBytesAndLoneSurrogatesWithTheirLine() {
    byte[] zero = "h1\nh\0002\n".getBytes(UTF_8);
    byte[] surrogate = concat("h1\nh2\n".getBytes(UTF_8), new byte[] {(byte) 0xED, (byte) 0xA0, 0});

    assertRefused("exclude", zero, "exclude, line 2: not text in UTF-8");
    assertRefused("include", surrogate, "include, line 3: not text in UTF-8");
    assertRefused("exclude.xml", concat("<a>\n".getBytes(UTF_8), zero), "exclude.xml, line 3: ");
  }

  private static void assertRefused(String name, byte[] bytes, String start) {
    assertThatThrownBy(
            () -> {
              var in = new ByteArrayInputStream(bytes);
              if (name.startsWith("include")) {
                HostsFileParser.includes(name, in);
              } else {
                HostsFileParser.excludes(name, in);
              }
            })
        .isInstanceOf(ListSourceException.class)
        .hasMessageStartingWith(start);
  }

  // ---- what is no file ----

  @Test
  void shouldRefuseADirectoryAndALinkThatGoesInCircles() throws Exception {
    Path loop = folder.resolve("loop.xml");
    Files.createSymbolicLink(loop, folder.resolve("pool.xml"));
    Files.createSymbolicLink(folder.resolve("pool.xml"), loop);

    for (Path path : List.of(folder, loop, folder.resolve("loop.xml").resolve("below"))) {
      assertThatThrownBy(() -> HostsFileParser.excludes(path))
          .isInstanceOf(ListSourceException.class)
          .hasMessageMatching(REFUSAL.formatted(path));
    }
  }

  /** It can be opened, also by root, and no byte of it can be read. */
  @Test
  void shouldRefuseAFileThatItCannotRead() {
    Path memory = Path.of("/proc/self/mem");

    assertThatThrownBy(() -> HostsFileParser.includes(memory))
        .isInstanceOf(ListSourceException.class)
        .hasMessageStartingWith(memory + ": cannot be read: ");
  }

  // ---- helpers ----

  /** Whether it was read; a failure of any other kind fails the test. */
  private static boolean readOrRefuse(String name, byte[] bytes) {
    long start = System.nanoTime();
    boolean read = tryToRead(name, bytes).isEmpty();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
    return read;
  }

  private static Optional<ListSourceException> tryToRead(String name, byte[] bytes) {
    var in = new ByteArrayInputStream(bytes);
    try {
      if (name.startsWith("include")) {
        assertThat(HostsFileParser.includes(name, in)).doesNotContain("");
      } else {
        assertThat(HostsFileParser.excludes(name, in)).doesNotContainKey("");
      }
      return Optional.empty();
    } catch (ListSourceException e) {
      assertThat(e.getMessage()).matches(REFUSAL.formatted(name)).hasSizeLessThan(1_000);
      return Optional.of(e);
    }
  }

  private static Random seeded(String what) {
    long seed = Long.getLong("seed", System.nanoTime());
    LOG.warn("{}: repeat with -Dseed={}", what, seed);
    return new Random(seed);
  }

  private static byte[] cut(byte[] bytes, int from) {
    return Arrays.copyOfRange(bytes, from, bytes.length);
  }

  private static byte[] concat(byte[] first, byte[] second) {
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    both.writeBytes(first);
    both.writeBytes(second);
    return both.toByteArray();
  }
}
