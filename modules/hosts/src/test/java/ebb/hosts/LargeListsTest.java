package ebb.hosts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lists of a hundred thousand hosts load in a second; a truncated one is refused whole. */
class LargeListsTest {
  private static final Logger LOG = LoggerFactory.getLogger(LargeListsTest.class);
  private static final int HOSTS = 100_000;

  /** A second, and as much again for a machine that is colder or slower than most. */
  private static final Duration BOUND = Duration.ofSeconds(2);

  @TempDir Path folder;

  private interface Load {
    int hosts() throws ListSourceException;
  }

  /** The parser is warm when an operator refreshes. */
  @BeforeEach
  void warmUp() throws Exception {
    for (int i = 0; i < 50; i++) {
      read("exclude.xml", xml(1_000));
      read("exclude", plain(1_000));
    }
  }

  @Test
  void shouldLoadAPlainIncludeList() throws Exception {
    Path file = Files.writeString(folder.resolve("include"), plain(HOSTS));

    assertFast("include", () -> HostsFileParser.includes(file).size());
  }

  @Test
  void shouldLoadAPlainExcludeList() throws Exception {
    Path file = Files.writeString(folder.resolve("exclude"), plain(HOSTS));

    assertFast("plain exclude", () -> HostsFileParser.excludes(file).size());
  }

  @Test
  void shouldLoadAnXmlExcludeList() throws Exception {
    Path file = Files.writeString(folder.resolve("exclude.xml"), xml(HOSTS));

    assertFast("XML exclude", () -> HostsFileParser.excludes(file).size());
  }

  /** Measures the thread's own time: the machine may be busy with something else. */
  private static void assertFast(String what, Load load) throws ListSourceException {
    Duration before = cpuTime();
    int hosts = load.hosts();
    Duration taken = cpuTime().minus(before);
    LOG.warn("{} of {} hosts: {}", what, hosts, taken);
    assertThat(hosts).isEqualTo(HOSTS);
    assertThat(taken).isLessThan(BOUND);
  }

  @Test
  void shouldRefuseAnXmlListThatEndsAtAnyByteBeforeItsEnd() {
    byte[] whole = xml(3).strip().getBytes(UTF_8);

    for (int length = 0; length < whole.length; length++) {
      byte[] torn = Arrays.copyOf(whole, length);
      assertThatThrownBy(
              () -> HostsFileParser.excludes("exclude.xml", new ByteArrayInputStream(torn)))
          .as("%d of %d bytes", length, whole.length)
          .isInstanceOf(ListSourceException.class)
          .hasMessageMatching("exclude\\.xml, line \\d+: malformed XML: [^\n]+");
    }
  }

  private static int read(String name, String text) throws ListSourceException {
    return HostsFileParser.excludes(name, new ByteArrayInputStream(text.getBytes(UTF_8))).size();
  }

  private static String plain(int hosts) {
    return IntStream.range(0, hosts)
        .mapToObj(i -> "host" + i + ".example.com")
        .collect(Collectors.joining("\n"));
  }

  private static String xml(int hosts) {
    return IntStream.range(0, hosts)
        .mapToObj(i -> "<host><name>host" + i + ".example.com</name><timeout>60</timeout></host>\n")
        .collect(Collectors.joining("", "<?xml version=\"1.0\"?>\n<hosts>\n", "</hosts>\n"));
  }

  private static Duration cpuTime() {
    return Duration.ofNanos(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
  }
}
