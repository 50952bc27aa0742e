package ebb.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.domain.DrainTimeout;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** An exclude list is edited, and everything that was not asked for stays as it was. */
class ExcludeTextTest {
  private static final Optional<DrainTimeout> NO_TIMEOUT = Optional.empty();

  // ---- plain text ----

  @Test
  void shouldAddHostsAtTheEndAndKeepCommentsAndOrder() throws Exception {
    String before = "# rack 7\nzeta  # noisy disk\n\nalpha beta\n";

    assertThat(plain(before, add("gamma", "beta")))
        .isEqualTo("# rack 7\nzeta  # noisy disk\n\nalpha beta\ngamma\n");
  }

  @Test
  void shouldTakeAHostOutAndKeepWhatIsBesideIt() throws Exception {
    String before = "# h2 is in a comment\nh1 h2\th3\nh2\n  h2 # since May\nh3 h2\nh22\n";

    assertThat(plain(before, remove("h2")))
        .isEqualTo("# h2 is in a comment\nh1 h3\n  # since May\nh3\nh22\n");
  }

  @Test
  void shouldTakeSeveralHostsOutOfOneLine() throws Exception {
    assertThat(plain("a b c d e\n", remove("a", "c", "d", "e"))).isEqualTo("b\n");
    assertThat(plain("a b c d e # x\n", remove("b", "c", "e"))).isEqualTo("a d # x\n");
  }

  @Test
  void shouldEndTheLastLineBeforeItAddsOne() throws Exception {
    assertThat(plain("h1", add("h2"))).isEqualTo("h1\nh2\n");
    assertThat(plain("", add("h2"))).isEqualTo("h2\n");
    assertThat(plain("h1\r\nh3", add("h2"))).isEqualTo("h1\r\nh3\r\nh2\r\n");
    assertThat(plain("\uFEFFh1\n", edit(Map.of("h2", NO_TIMEOUT), "h1"))).isEqualTo("\uFEFFh2\n");
  }

  @Test
  void shouldNotTouchAListThatIsAsWantedAlready() throws Exception {
    byte[] before = bytes("h1   \n\n\n# end");

    assertThat(ExcludeText.edit("exclude", before, edit(Map.of("h1", NO_TIMEOUT), "h9")))
        .isSameAs(before);
  }

  /** The journal holds it. */
  @Test
  void shouldLeaveATimeoutOutOfPlainText() throws Exception {
    assertThat(plain("h1\n", edit(Map.of("h2", seconds(60))))).isEqualTo("h1\nh2\n");
    assertThat(plain("h1\n", edit(Map.of("h1", seconds(60))))).isEqualTo("h1\n");
  }

  @Test
  void shouldRefuseAFileThatARefreshWouldRefuse() {
    assertRefused(
        "exclude", "<hosts/>\n", add("h2"), EditRejection.LIST_UNREADABLE, "exclude, line 1");
    assertRefused(
        "exclude.xml", "<hosts>", add("h2"), EditRejection.LIST_UNREADABLE, "malformed XML");
  }

  @Test
  void shouldRefuseWhatIsNoHost() {
    for (String host : List.of("", "a b", "#a", "<a", "a,b", "a\nb", "a&b", "ä")) {
      assertThat(ListEdit.isHost(host)).as(host).isFalse();
      assertThatThrownBy(() -> add(host)).isInstanceOf(IllegalArgumentException.class);
    }
    assertThat(ListEdit.isHost("fe80::1%eth0")).isTrue();
    assertThat(ListEdit.isHost("h".repeat(253))).isTrue();
    assertThat(ListEdit.isHost("h".repeat(254))).isFalse();
    assertThatThrownBy(() -> edit(Map.of("h1", NO_TIMEOUT), "h1"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  // ---- XML ----

  private static final String XML =
      """
      <?xml version="1.0"?>
      <!-- <host><name>h1</name></host> is a comment -->
      <hosts note='a > b'>
        <!-- slow disks -->
        <host>
          <name>h1</name>
          <timeout>60</timeout>
        </host>
        <host><name> h2, h3,h4 </name></host> <!-- rack 7 -->
      </hosts>
      <!-- end -->
      """;

  @Test
  void shouldAddAHostBehindTheOthers() throws Exception {
    assertThat(xml(XML, edit(Map.of("h8", seconds(5), "h9", NO_TIMEOUT))))
        .isEqualTo(
            XML.replace(
                "</hosts>",
                """
                  <host><name>h8</name><timeout>5</timeout></host>
                  <host><name>h9</name></host>
                </hosts>\
                """));
  }

  @Test
  void shouldTakeOutAnEntryWithItsLines() throws Exception {
    assertThat(xml(XML, remove("h1")))
        .isEqualTo(XML.replaceFirst("(?s)  <host>\n.*?</host>\n", ""));
  }

  @Test
  void shouldTakeAHostOutOfAnEntryOfSeveral() throws Exception {
    assertThat(xml(XML, remove("h3"))).isEqualTo(XML.replace(" h2, h3,h4 ", " h2,h4 "));
    assertThat(xml(XML, remove("h4"))).isEqualTo(XML.replace(" h2, h3,h4 ", " h2, h3"));
    assertThat(xml(XML, remove("h2", "h3", "h4")))
        .isEqualTo(XML.replace("<host><name> h2, h3,h4 </name></host>", ""));
  }

  @Test
  void shouldChangeATimeoutInItsPlace() throws Exception {
    assertThat(xml(XML, edit(Map.of("h1", seconds(-1))))).isEqualTo(XML.replace("60", "-1"));
    assertThat(xml(XML, edit(Map.of("h1", NO_TIMEOUT))))
        .isEqualTo(XML.replace("    <timeout>60</timeout>\n", ""));
    String without = XML.replace("    <timeout>60</timeout>\n", "");
    assertThat(xml(without, edit(Map.of("h1", seconds(60))))).isEqualTo(XML);
  }

  @Test
  void shouldGiveAHostAnEntryOfItsOwnWhenOnlyItsTimeoutChanges() throws Exception {
    assertThat(xml(XML, edit(Map.of("h3", seconds(7)))))
        .isEqualTo(
            XML.replace(" h2, h3,h4 ", " h2,h4 ")
                .replace(
                    "</hosts>", "  <host><name>h3</name><timeout>7</timeout></host>\n</hosts>"));
  }

  @Test
  void shouldEditADocumentOfOneLine() throws Exception {
    assertThat(xml("<hosts/>", add("h1")))
        .isEqualTo("<hosts>\n  <host><name>h1</name></host>\n</hosts>");
    assertThat(
            xml(
                "<hosts><host><name>h1</name></host></hosts>",
                edit(Map.of("h2", NO_TIMEOUT), "h1")))
        .isEqualTo("<hosts>\n<host><name>h2</name></host>\n</hosts>");
  }

  @Test
  void shouldRefuseWhatItCannotEditWithoutTouchingMore() {
    // the host is named within CDATA, or its element within that of another host
    for (String strange :
        List.of(
            "<hosts><host><name><![CDATA[h1]]></name></host></hosts>",
            "<hosts><host><name>h1</name><host><name>h2</name></host></host></hosts>")) {
      assertRefused("x.xml", strange, remove("h1"), EditRejection.NOT_EDITABLE, "by hand");
    }
    assertRefused(
        "x.xml",
        "<?xml version='1.0' encoding='ISO-8859-1'?><hosts><!-- \u00e4 --></hosts>",
        add("h1"),
        EditRejection.NOT_EDITABLE,
        "UTF-8",
        StandardCharsets.ISO_8859_1);
  }

  /** Whatever the file looks like: what comes out is the list that was asked for, or a refusal. */
  @RepeatedTest(200)
  void shouldMakeTheListThatIsWantedOutOfAnyFile(RepetitionInfo repetition) throws Exception {
    Random random = new Random(repetition.getCurrentRepetition());
    boolean xml = random.nextBoolean();
    String before = xml ? randomXml(random) : randomPlain(random);
    String file = xml ? "exclude.xml" : "exclude";
    SortedMap<String, Optional<DrainTimeout>> listed = parse(file, bytes(before));
    TreeMap<String, Optional<DrainTimeout>> add = new TreeMap<>();
    TreeSet<String> remove = new TreeSet<>();
    for (int i = 0; i < 6; i++) {
      String host = "h" + random.nextInt(12);
      if (random.nextBoolean()) {
        remove.add(host);
      } else {
        add.put(host, xml && random.nextBoolean() ? seconds(random.nextInt(9)) : NO_TIMEOUT);
      }
    }
    remove.removeAll(add.keySet());
    ListEdit edit = new ListEdit("", add, remove);
    // when
    byte[] after = ExcludeText.edit(file, bytes(before), edit);
    // then
    TreeMap<String, Optional<DrainTimeout>> wanted = new TreeMap<>(listed);
    wanted.keySet().removeAll(remove);
    wanted.putAll(add);
    assertThat(parse(file, after)).as(before).isEqualTo(wanted);
    assertThat(comments(new String(after, StandardCharsets.UTF_8))).isEqualTo(comments(before));
  }

  private static List<String> comments(String text) {
    List<String> comments = new ArrayList<>();
    var found = java.util.regex.Pattern.compile("remark\\d+").matcher(text);
    while (found.find()) {
      comments.add(found.group());
    }
    return comments;
  }

  private static String randomPlain(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 8; i++) {
      for (int j = random.nextInt(4); j > 0; j--) {
        text.append(oneOf(random, "", " ", "\t "))
            .append("h")
            .append(random.nextInt(12))
            .append(' ');
      }
      text.append(oneOf(random, "", "# remark" + i + " h3", " ", "h5"));
      text.append(oneOf(random, "\n", "\r\n", "\n\n"));
    }
    return text + oneOf(random, "", "h7", "# remark9");
  }

  private static String randomXml(Random random) {
    StringBuilder text = new StringBuilder(oneOf(random, "", "<?xml version='1.0'?>\n"));
    text.append(oneOf(random, "<hosts>", "<hosts a='>' b=\"'/>\">\n", "<!-- remark0 --><hosts>\n"));
    for (int i = 1; i < 8; i++) {
      text.append(oneOf(random, "", "  ")).append("<host>").append(oneOf(random, "", "\n    "));
      String timeout = oneOf(random, "", "<timeout> 7 </timeout>", "<timeout>9</timeout>\n");
      boolean first = random.nextBoolean();
      text.append(first ? timeout : "").append("<name>");
      for (int j = random.nextInt(4); j > 0; j--) {
        text.append(oneOf(random, "", " ", "\n")).append("h").append(random.nextInt(12));
        text.append(oneOf(random, ",", " ,", "\n", ", ,"));
      }
      text.append("h").append(random.nextInt(12)).append("</name>").append(first ? "" : timeout);
      text.append(oneOf(random, "</host>", "</host>\n", "</host >\r\n"));
      text.append(oneOf(random, "", "<!-- remark" + i + " <host> -->\n", "<other/>"));
    }
    return text + oneOf(random, "</hosts>", "\n</hosts>\n<!-- remark9 -->");
  }

  private static String oneOf(Random random, String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  // ---- words ----

  private static Optional<DrainTimeout> seconds(long seconds) {
    return Optional.of(DrainTimeout.ofSeconds(seconds));
  }

  static ListEdit add(String... hosts) {
    TreeMap<String, Optional<DrainTimeout>> add = new TreeMap<>();
    for (String host : hosts) {
      add.put(host, NO_TIMEOUT);
    }
    return new ListEdit("", add, new TreeSet<>());
  }

  private static ListEdit remove(String... hosts) {
    return edit(Map.of(), hosts);
  }

  private static ListEdit edit(Map<String, Optional<DrainTimeout>> add, String... remove) {
    return new ListEdit("", new TreeMap<>(add), new TreeSet<>(Set.of(remove)));
  }

  private static String plain(String before, ListEdit edit) throws Exception {
    return new String(ExcludeText.edit("exclude", bytes(before), edit), StandardCharsets.UTF_8);
  }

  private static String xml(String before, ListEdit edit) throws Exception {
    return new String(ExcludeText.edit("exclude.XML", bytes(before), edit), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static SortedMap<String, Optional<DrainTimeout>> parse(String file, byte[] content)
      throws ListSourceException {
    return HostsFileParser.excludes(file, new ByteArrayInputStream(content));
  }

  private static void assertRefused(
      String file, String before, ListEdit edit, EditRejection code, String words) {
    assertRefused(file, before, edit, code, words, StandardCharsets.UTF_8);
  }

  private static void assertRefused(
      String file,
      String before,
      ListEdit edit,
      EditRejection code,
      String words,
      java.nio.charset.Charset charset) {
    assertThatThrownBy(() -> ExcludeText.edit(file, before.getBytes(charset), edit))
        .isInstanceOfSatisfying(
            ListEditException.class, refused -> assertThat(refused.code()).isEqualTo(code))
        .hasMessageContaining(words)
        .hasMessageContaining(file)
        .hasMessageNotContaining("\n");
  }
}
