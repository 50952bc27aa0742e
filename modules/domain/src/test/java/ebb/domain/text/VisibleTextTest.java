package ebb.domain.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VisibleTextTest {

  @ParameterizedTest
  @ValueSource(
      strings = {"", "disk 3: 95 % full", "Jürgen Müller", "東京", "a\\u{a}b", "\uD83D\uDE00"})
  void shouldLeaveWhatPeopleSee(String text) {
    assertThat(VisibleText.of(text)).isSameAs(text);
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        0,
        '\t',
        '\n',
        '\r',
        0x1b,
        0x7f, // C0
        0x85,
        0x9b, // C1: next line, and ESC [ in one character
        0xad,
        0x200b,
        0x200d,
        0x2060,
        0xfeff, // of no width
        0x200e,
        0x202a,
        0x202e,
        0x2066,
        0x2069, // direction of writing
        0x2028,
        0x2029, // ends of lines
        0xd83d,
        0xdc00, // half of a pair
        0xe000,
        0xf0000,
        0x10fffd, // private use
        0xe0041, // a tag
        0xffff // never a character
      })
  void shouldShowTheCodeOfWhatPeopleDoNotSee(int codePoint) {
    String text = "a" + Character.toString(codePoint) + "b";
    assertThat(VisibleText.of(text)).isEqualTo("a\\u{" + Integer.toHexString(codePoint) + "}b");
  }

  /** What is seen can be read again, and once is enough. */
  @Test
  void shouldHaveNothingLeftToReplace() {
    String all =
        new StringBuilder()
            .appendCodePoint(0x1b)
            .append("[2J")
            .appendCodePoint(0x202e)
            .append("x\uD83D")
            .toString();
    assertThat(VisibleText.of(all)).isEqualTo("\\u{1b}[2J\\u{202e}x\\u{d83d}");
    assertThat(VisibleText.of(VisibleText.of(all))).isEqualTo(VisibleText.of(all));
  }
}
