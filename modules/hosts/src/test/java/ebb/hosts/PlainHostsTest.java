package ebb.hosts;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An operator's plain lists give the hosts that YARN reads from them, and no rubbish. */
class PlainHostsTest {

  @Test
  @Tag("case-1")
  @DisplayName("A1: comments end a line, at its start and behind hosts")
  void shouldReadHostsAroundComments() throws Exception {
    assertThat(
            excludes(
                """
                #DFS-Hosts-excluded
                somehost1
                #This-is-comment
                somehost2
                somehost3 # host3
                somehost4
                somehost4 somehost5
                """))
        .hasSize(5)
        .contains("somehost5")
        .doesNotContain("host4")
        .containsExactly("somehost1", "somehost2", "somehost3", "somehost4", "somehost5");
  }

  @Test
  @DisplayName("A3: the two files are read independently")
  void shouldReadTheFilesThatAreNamed(@TempDir Path folder) throws Exception {
    Path exclude = Files.writeString(folder.resolve("exclude"), "#comment\nnode1\n");
    Path include = Files.writeString(folder.resolve("include"), "#comment\nnode2\n");

    assertThat(HostsFileParser.excludes(exclude)).containsOnlyKeys("node1");
    assertThat(HostsFileParser.includes(include)).containsExactly("node2");
  }

  /** Nobody writes to the pipe: what opened it would wait for ever. */
  @Test
  @Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void shouldRefuseWhatIsNoRegularFileWithoutOpeningIt(@TempDir Path folder) throws Exception {
    Path pipe = folder.resolve("pipe.xml");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Path link = Files.createSymbolicLink(folder.resolve("link"), pipe);

    assertThatThrownBy(() -> HostsFileParser.excludes(pipe))
        .isInstanceOf(ListSourceException.class)
        .hasMessage(pipe + ": cannot be read: it is a pipe, a socket or a device");
    assertThatThrownBy(() -> HostsFileParser.includes(link))
        .isInstanceOf(ListSourceException.class)
        .hasMessage(link + ": cannot be read: it is a pipe, a socket or a device");
    assertThatThrownBy(() -> HostsFileParser.includes(folder))
        .isInstanceOf(ListSourceException.class)
        .hasMessage(folder + ": cannot be read: it is a folder");
  }

  @Test
  @DisplayName("A6: a missing file is refused by name")
  void shouldRefuseAMissingFile(@TempDir Path folder) {
    Path missing = folder.resolve("include");

    assertThatThrownBy(() -> HostsFileParser.includes(missing))
        .isInstanceOfSatisfying(
            ListSourceException.class,
            e -> assertThat(e.code()).isEqualTo(RefreshRejection.LIST_UNREADABLE))
        .hasMessage(missing + ": no such file");
    assertThatThrownBy(() -> HostsFileParser.excludes(folder))
        .isInstanceOf(ListSourceException.class)
        .hasMessageStartingWith(folder + ": cannot be read");
  }

  @Test
  @Tag("case-8")
  @DisplayName("A8: comments alone make an empty list")
  void shouldReadNothingFromComments() throws Exception {
    assertThat(includes("#DFS-Hosts-excluded\n")).isEmpty();
    assertThat(excludes("#DFS-Hosts-excluded\n")).isEmpty();
    assertThat(includes("")).isEmpty();
  }

  @Test
  @Tag("case-9")
  @DisplayName("A9: blanks separate hosts")
  void shouldSplitAtBlanks() throws Exception {
    String text = "#DFS-Hosts\n   somehost somehost2   somehost3 # somehost4\n";

    assertThat(includes(text)).containsExactly("somehost", "somehost2", "somehost3");
    assertThat(excludes(text)).containsExactly("somehost", "somehost2", "somehost3");
  }

  @Test
  @Tag("case-10")
  @DisplayName("A10: tabs separate hosts")
  void shouldSplitAtTabs() throws Exception {
    String text =
        "#DFS-Hosts\n     \n   somehost \t somehost2 \n somehost4   somehost3 \t # somehost5";

    assertThat(includes(text)).containsExactly("somehost", "somehost2", "somehost3", "somehost4");
    assertThat(excludes(text)).containsExactly("somehost", "somehost2", "somehost3", "somehost4");
  }

  @Test
  void shouldTakeAHashWithinANameForPartOfIt() throws Exception {
    assertThat(excludes("h1#c h2 #h3 h4")).containsExactly("h1#c", "h2");
  }

  @Test
  void shouldKnowNeitherCommasNorTimeoutsNorPortsNorWildcards() throws Exception {
    assertThat(excludes("h1,h2\nh3 30\nh4:1234\n*\nH1"))
        .containsExactlyInAnyOrder("h1,h2", "h3", "30", "h4:1234", "*", "H1");
  }

  @Test
  void shouldEndLinesAtEachOfTheThreeLineEnds() throws Exception {
    assertThat(includes("h1#\rh2 # no\r\nh3 # no\nh4")).containsExactly("h1#", "h2", "h3", "h4");
  }

  @Test
  void shouldSplitAtFormFeedsButNotAtOtherSpaces() throws Exception {
    assertThat(includes("h1\fh2\u000bh3\u00a0h4")).containsExactly("h1", "h2\u000bh3\u00a0h4");
  }

  @Test
  @DisplayName("Deliberate improvement: an invisible byte-order mark does not hide the first host")
  void shouldStripAByteOrderMark() throws Exception {
    assertThat(excludes("\uFEFFh1\nh2")).containsExactly("h1", "h2");
  }

  @Test
  @DisplayName("Deliberate improvement: text that is not UTF-8 is refused with its line")
  void shouldRefuseAnotherEncoding() {
    assertThatThrownBy(() -> includes("include", "h1\r\nh2\nh\u00e4\n", ISO_8859_1))
        .isInstanceOf(ListSourceException.class)
        .hasMessage("include, line 3: not text in UTF-8");
  }

  @Test
  @DisplayName("Deliberate improvement: XML is refused where it would be read as junk host names")
  void shouldRefuseXmlAsPlainText() {
    String xml = "# hosts\n<?xml version=\"1.0\"?><hosts><host><name>h1</name></host></hosts>";

    assertThatThrownBy(() -> includes(xml))
        .isInstanceOf(ListSourceException.class)
        .hasMessageStartingWith("include, line 2: looks like XML");
    assertThatThrownBy(() -> excludes(xml))
        .isInstanceOf(ListSourceException.class)
        .hasMessageStartingWith("exclude, line 2: looks like XML");
    assertThatThrownBy(() -> includes("include.XML", "h1", UTF_8))
        .isInstanceOf(ListSourceException.class)
        .hasMessageStartingWith("include.XML: an include list is plain text");
  }

  @Test
  @DisplayName("Deliberate improvement: a host name that no host can have is refused with its line")
  void shouldRefuseAHostNameThatIsTooLong() throws Exception {
    String longest = "h".repeat(253);

    assertThat(includes("h1\n" + longest)).containsExactly("h1", longest);
    assertThatThrownBy(() -> excludes("h1\n# two\nh2 " + longest + "h\n"))
        .isInstanceOf(ListSourceException.class)
        .hasMessage(
            "exclude, line 3: host name '%s...' has 254 characters; allowed are 1 to 253"
                .formatted("h".repeat(40)));
  }

  @Test
  void shouldRefuseWhatIsTooLargeForAList() {
    byte[] large = new byte[HostsFileParser.MAX_BYTES + 1];

    assertThatThrownBy(() -> HostsFileParser.includes("huge", new ByteArrayInputStream(large)))
        .isInstanceOf(ListSourceException.class)
        .hasMessage("huge: larger than 64 MiB");
  }

  private static SortedSet<String> includes(String text) throws ListSourceException {
    return includes("include", text, UTF_8);
  }

  private static SortedSet<String> includes(String file, String text, Charset charset)
      throws ListSourceException {
    return HostsFileParser.includes(file, new ByteArrayInputStream(text.getBytes(charset)));
  }

  private static Iterable<String> excludes(String text) throws ListSourceException {
    var hosts = HostsFileParser.excludes("exclude", new ByteArrayInputStream(text.getBytes(UTF_8)));
    assertThat(hosts.values()).allMatch(Optional::isEmpty);
    return hosts.keySet();
  }
}
