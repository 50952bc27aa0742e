package ebb.admin.http;

import ebb.domain.NodeId;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where the next page of nodes begins.
 *
 * @param last the page begins after this node, whether or not it still exists
 */
public record NodeCursor(NodeId last) {
  /** Distinguishes this form from later ones. */
  private static final String FORM = "n1:";

  /** Opaque to clients: letters, digits, {@code -} and {@code _}. */
  public String text() {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString((FORM + last).getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The cursor of a request; empty if the request wants the first page.
   *
   * @throws ProblemException if this API did not issue the cursor
   */
  public static Optional<NodeCursor> of(Map<String, List<String>> query) {
    return QueryParams.single(query, QueryParams.CURSOR).map(NodeCursor::parse);
  }

  private static NodeCursor parse(String text) {
    try {
      String plain =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(Base64.getUrlDecoder().decode(text)))
              .toString();
      if (plain.startsWith(FORM)) {
        return new NodeCursor(NodeId.parse(plain.substring(FORM.length())));
      }
    } catch (IllegalArgumentException | CharacterCodingException e) {
      // refused below, like any other text that this API did not issue
    }
    throw QueryParams.invalid(
        QueryParams.CURSOR, "Expected the value of next from an earlier answer");
  }
}
