package ebb.domain.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What is too long is refused with its length, and shown in short. */
class TextLimitTest {

  @ParameterizedTest
  @EnumSource
  void shouldTakeTheLongestAndRefuseWhatIsLonger(TextLimit limit) {
    String longest = "ä".repeat(limit.longest());

    assertThat(limit.problemOf(longest)).isEmpty();
    assertThat(limit.problemOf("a" + longest))
        .get()
        .asString()
        .matches(
            "'aä{39}\\.\\.\\.' has %d characters; allowed are 1 to %d"
                .formatted(limit.longest() + 1, limit.longest()));
    assertThat(limit.problemOf("")).hasValueSatisfying(p -> assertThat(p).contains("0 characters"));
  }

  @Test
  void shouldHaveRoomForEveryHostNameOfTheDns() {
    assertThat(TextLimit.HOST_NAME.longest()).isEqualTo(253);
    assertThatThrownBy(() -> TextLimit.HOST_NAME.require("h".repeat(254)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("host name 'hhhh")
        .hasMessageEndingWith("...' has 254 characters; allowed are 1 to 253");
  }

  @ParameterizedTest
  @CsvSource({
    "a\\u0000b, U+0000",
    "a\\uD83Db, U+D83D",
    "a\\uD83D, U+D83D",
    "\\uDE00b, U+DE00",
  })
  void shouldRefuseWhatDatabasesAndJsonCannotHold(String escaped, String named) {
    String text = unescaped(escaped);

    assertThat(TextLimit.LINE.problemOf(text))
        .hasValueSatisfying(problem -> assertThat(problem).contains(named).doesNotContain(text));
  }

  @Test
  void shouldTakeCharactersOfTwoHalves() {
    assertThatCode(() -> TextLimit.LINE.require("smile \uD83D\uDE00")).doesNotThrowAnyException();
  }

  @Test
  void shouldPartNoCharacter() {
    assertThat(TextLimit.cut("ab\uD83D\uDE00", 3)).isEqualTo("ab");
    assertThat(TextLimit.cut("ab\uD83D\uDE00", 4)).isEqualTo("ab\uD83D\uDE00");
    assertThat(TextLimit.cut("abc", 2)).isEqualTo("ab");
  }

  @Test
  void shouldQuoteInOneLine() {
    assertThat(TextLimit.quote("a\nb\uD83D")).isEqualTo("'a\\u{a}b\\u{d83d}'");
  }

  @Test
  void shouldQuoteANameThatEndsNoQuotes() {
    assertThat(TextLimit.quoteName("a\" of b\n" + "x".repeat(40)))
        .isEqualTo("\"a' of b\\u{a}" + "x".repeat(32) + "...\"");
  }

  private static String unescaped(String text) {
    return java.util.regex.Pattern.compile("\\\\u(\\p{XDigit}{4})")
        .matcher(text)
        .replaceAll(match -> String.valueOf((char) Integer.parseInt(match.group(1), 16)));
  }
}
