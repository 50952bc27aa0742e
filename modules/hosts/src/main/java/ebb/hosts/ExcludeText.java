package ebb.hosts;

import ebb.domain.DrainTimeout;
import java.io.ByteArrayInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Adds hosts to the text of an exclude list and removes others; everything else stays as it was.
 * Pure. In both formats, the edited text is read as a refresh would read it, and has to be the
 * requested list.
 */
final class ExcludeText {
  private ExcludeText() {}

  /**
   * @param file the name, for messages and for the choice of the format
   * @param wish the edit; timeouts that the format cannot express are left out
   * @return the same bytes if the list already is as requested
   */
  static byte[] edit(String file, byte[] content, ListEdit wish) throws ListEditException {
    ListEdit edit = wish.inFile(HostsFileParser.isXml(file));
    SortedMap<String, Optional<DrainTimeout>> before;
    try {
      before = parse(file, content);
    } catch (ListSourceException e) {
      throw new ListEditException(EditRejection.LIST_UNREADABLE, String.valueOf(e.getMessage()));
    }
    SortedMap<String, Optional<DrainTimeout>> wanted = edit.applyTo(before);
    if (wanted.equals(before)) {
      return content;
    }
    byte[] after = rewrite(file, content, before, edit).getBytes(StandardCharsets.UTF_8);
    try {
      if (parse(file, after).equals(wanted)) {
        return after;
      }
    } catch (ListSourceException e) {
      // rejected below
    }
    throw new ListEditException(
        EditRejection.NOT_EDITABLE,
        file + ": cannot be edited without touching other parts of it; edit it by hand");
  }

  private static SortedMap<String, Optional<DrainTimeout>> parse(String file, byte[] content)
      throws ListSourceException {
    return HostsFileParser.excludes(file, new ByteArrayInputStream(content));
  }

  private static String rewrite(
      String file, byte[] content, SortedMap<String, Optional<DrainTimeout>> before, ListEdit edit)
      throws ListEditException {
    String text = decode(file, content);
    if (HostsFileParser.isXml(file)) {
      return new XmlExcludes(text).edit(before, edit);
    }
    return PlainExcludes.edit(text, before.keySet(), edit);
  }

  private static String decode(String file, byte[] content) throws ListEditException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    } catch (CharacterCodingException e) {
      throw new ListEditException(
          EditRejection.NOT_EDITABLE, file + ": only a file in UTF-8 can be edited from here");
    }
  }
}
