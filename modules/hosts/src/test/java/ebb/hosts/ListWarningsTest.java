package ebb.hosts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Somebody writes a line that no node can match, and is told which. */
class ListWarningsTest {
  private final ListWarnings warnings = new ListWarnings();

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "h1,h2 | 'h1,h2' is not a host name or address, so it matches no node; write each host as an"
            + " entry of its own",
        "h1:45454 | 'h1:45454' has a port, so that it matches no node; write 'h1'",
        "[fe80::1]:45454 | '[fe80::1]:45454' has a port, so that it matches no node; write 'fe80::1'",
        "h[1-9] | 'h[1-9]' is not a host name or address, so it matches no node; patterns are not"
            + " expanded",
        "10.0.0.0/24 | '10.0.0.0/24' is not a host name or address, so it matches no node",
        "-h1 | '-h1' is not a host name or address, so it matches no node",
      })
  void shouldNameFileLineAndEntryOfPlainText(String entry, String warning) throws Exception {
    byte[] content = ("# rack 7\nh5 " + entry + "\n").getBytes(UTF_8);

    assertThat(HostsFileParser.excludes("exclude", new ByteArrayInputStream(content), warnings))
        .as("taken as YARN takes it")
        .containsKeys("h5", entry);
    HostsFileParser.includes("include", new ByteArrayInputStream(content), warnings);

    assertThat(warnings.lines())
        .containsExactly("exclude, line 2: " + warning, "include, line 2: " + warning);
  }

  @Test
  void shouldNameFileLineAndEntryOfXml() throws Exception {
    byte[] xml =
        "<hosts>\n<host><name>h1</name></host>\n<host><name>h2 h3,h4;h5</name></host>\n</hosts>"
            .getBytes(UTF_8);

    HostsFileParser.excludes("e.xml", new ByteArrayInputStream(xml), warnings);

    assertThat(warnings.lines())
        .containsExactly(
            "e.xml, line 3: 'h2 h3' is not a host name or address, so it matches no node; write each"
                + " host as an entry of its own",
            "e.xml, line 3: 'h4;h5' is not a host name or address, so it matches no node; write each"
                + " host as an entry of its own");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"h1", "H1.Example.ORG", "rack_7-h1", "10.0.0.1", "fe80::1", "fe80::1%eth0", "::"})
  void shouldHaveNothingToSayOfNamesAndAddresses(String host) throws Exception {
    HostsFileParser.excludes("exclude", new ByteArrayInputStream(host.getBytes(UTF_8)), warnings);

    assertThat(warnings.lines()).isEmpty();
  }

  @Test
  void shouldNotNameMoreThanAnybodyReads() throws Exception {
    String many =
        IntStream.range(0, 100_000).mapToObj(i -> "h" + i + ",\n").collect(Collectors.joining());

    HostsFileParser.excludes("exclude", new ByteArrayInputStream(many.getBytes(UTF_8)), warnings);

    assertThat(warnings.lines()).hasSize(21).last().asString().startsWith("and 99980 more");
  }
}
