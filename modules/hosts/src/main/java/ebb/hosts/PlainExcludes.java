package ebb.hosts;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Edits a list in plain text, see {@link PlainHostsReader}. Comments stay, even a comment behind a
 * removed host. A line is removed when nothing is left on it. Each new host gets its own line at
 * the end.
 */
final class PlainExcludes {
  private static final Pattern LINE = Pattern.compile("([^\r\n]*)(\r\n|\r|\n|\\z)");
  private static final Pattern TOKEN = Pattern.compile("[^ \t\f]+");
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private PlainExcludes() {}

  /** A word, or everything from the start of a comment. */
  private record Token(int start, int end, boolean gone) {}

  static String edit(String text, Set<String> listed, ListEdit edit) {
    String mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
    StringBuilder edited = new StringBuilder(mark);
    String lineEnd = "";
    Matcher line = LINE.matcher(text).region(mark.length(), text.length());
    while (line.find() && !line.group().isEmpty()) {
      edited.append(without(edit.remove(), line.group(1), line.group(2)));
      lineEnd = lineEnd.isEmpty() ? line.group(2) : lineEnd;
    }
    lineEnd = lineEnd.isEmpty() ? "\n" : lineEnd;
    for (String host : edit.add().keySet()) {
      if (!listed.contains(host)) {
        endLine(edited, mark.length(), lineEnd);
        edited.append(host).append(lineEnd);
      }
    }
    return edited.toString();
  }

  private static void endLine(StringBuilder text, int begin, String lineEnd) {
    char last = text.length() == begin ? '\n' : text.charAt(text.length() - 1);
    if (last != '\n' && last != '\r') {
      text.append(lineEnd);
    }
  }

  private static String without(Set<String> hosts, String line, String lineEnd) {
    List<Token> tokens = tokens(line, hosts);
    if (tokens.stream().noneMatch(Token::gone)) {
      return line + lineEnd;
    } else if (tokens.stream().allMatch(Token::gone)) {
      return "";
    }
    StringBuilder kept = new StringBuilder(line);
    boolean last = true; // nothing is kept behind the token
    for (int i = tokens.size() - 1; i >= 0; i--) {
      Token token = tokens.get(i);
      if (!token.gone()) {
        last = false;
      } else if (last) {
        kept.setLength(i == 0 ? 0 : tokens.get(i - 1).end());
      } else {
        kept.delete(token.start(), tokens.get(i + 1).start());
      }
    }
    return kept + lineEnd;
  }

  private static List<Token> tokens(String line, Set<String> hosts) {
    List<Token> tokens = new ArrayList<>();
    Matcher token = TOKEN.matcher(line);
    while (token.find()) {
      if (token.group().startsWith("#")) {
        tokens.add(new Token(token.start(), line.length(), false));
        return tokens;
      }
      tokens.add(new Token(token.start(), token.end(), hosts.contains(token.group())));
    }
    return tokens;
  }
}
