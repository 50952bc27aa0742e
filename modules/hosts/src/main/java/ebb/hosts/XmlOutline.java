package ebb.hosts;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An element of a document and its positions in the text, which parsers do not report exactly. A
 * parser must have found the document to be well-formed and without DOCTYPE. Positions are indexes
 * of the text.
 */
final class XmlOutline {
  private final String name;
  private final int start;
  private final int contentStart;
  private final List<XmlOutline> children = new ArrayList<>();
  private int contentEnd;
  private int end;

  private XmlOutline(String name, int start, int contentStart) {
    this.name = name;
    this.start = start;
    this.contentStart = contentStart;
  }

  /** The root element of a document. */
  static XmlOutline of(String text) {
    XmlOutline document = new XmlOutline("", 0, 0);
    Deque<XmlOutline> open = new ArrayDeque<>(List.of(document));
    for (int at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
      if (text.startsWith("<!--", at)) {
        at = behind(text, "-->", at + 4);
      } else if (text.startsWith("<![CDATA[", at)) {
        at = behind(text, "]]>", at);
      } else if (text.startsWith("<?", at)) {
        at = behind(text, "?>", at);
      } else if (text.startsWith("</", at)) {
        XmlOutline closed = open.pop();
        closed.contentEnd = at;
        at = behind(text, ">", at);
        closed.end = at;
      } else {
        int behindTag = behindTag(text, at);
        XmlOutline opened = new XmlOutline(nameAt(text, at + 1), at, behindTag);
        open.element().children.add(opened);
        if (text.charAt(behindTag - 2) == '/') {
          opened.contentEnd = behindTag;
          opened.end = behindTag;
        } else {
          open.push(opened);
        }
        at = behindTag;
      }
    }
    return document.children.get(0);
  }

  private static int behind(String text, String end, int from) {
    return text.indexOf(end, from) + end.length();
  }

  /** The position behind a tag. A {@code >} within an attribute value does not end the tag. */
  private static int behindTag(String text, int from) {
    int at = from;
    while (text.charAt(at) != '>') {
      char c = text.charAt(at);
      at = c == '"' || c == '\'' ? text.indexOf(c, at + 1) + 1 : at + 1;
    }
    return at + 1;
  }

  private static String nameAt(String text, int from) {
    int at = from;
    while (!Character.isWhitespace(text.charAt(at)) && "/>".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return text.substring(from, at);
  }

  String name() {
    return name;
  }

  int start() {
    return start;
  }

  int contentStart() {
    return contentStart;
  }

  /** Where the end tag begins. */
  int contentEnd() {
    return contentEnd;
  }

  int end() {
    return end;
  }

  /** Whether the element has no end tag of its own. */
  boolean isSelfClosing() {
    return contentEnd == end;
  }

  /** All elements within this one, in document order. */
  Stream<XmlOutline> descendants() {
    return children.stream().flatMap(child -> Stream.concat(Stream.of(child), child.descendants()));
  }

  Optional<XmlOutline> first(String wanted) {
    return descendants().filter(each -> each.name.equals(wanted)).findFirst();
  }
}
