package ebb.domain.refresh;

import ebb.domain.NodeAction;
import ebb.domain.NodeId;
import ebb.domain.lists.HostLists;
import ebb.domain.lists.ListsHash;
import ebb.domain.lists.NodeDecision;
import ebb.domain.lists.RefreshType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The name of a plan, derived from its content alone: any leader that makes the same plan gives it
 * the same token, and no state has to be kept for it. It contains the number of the refresh, so
 * that a token is valid until the next refresh, and a digest of the lists and of every decision. If
 * the plan has at most {@link #MOST_NODES} nodes, the token also contains each of them, so that a
 * rejection can name those that differ.
 *
 * @param text consists of characters that need no quoting in a shell or in a URL
 */
public record PlanToken(String text) {
  /** With this many nodes, a token has 371 characters. */
  static final int MOST_NODES = 40;

  private static final byte FORM = 1;
  private static final int NAME_OF_LISTS = 8;
  private static final int DIGEST = 16;
  private static final int HEAD = 2 + Long.BYTES + NAME_OF_LISTS + DIGEST + Integer.BYTES;
  private static final int ENTRY = Integer.BYTES + Short.BYTES;

  /**
   * The decoded content of a token.
   *
   * @param lists the first digits of the lists' hash
   * @param nodes how many nodes the plan changes
   * @param decisions digests of the decisions by the digests of their nodes; empty if there are too
   *     many nodes
   */
  record Content(
      RefreshType type, long listVersion, String lists, int nodes, Map<Integer, Short> decisions) {
    boolean namesItsNodes() {
      return decisions.size() == nodes;
    }
  }

  /**
   * @param listVersion the version that the refresh would get
   * @param lists the lists that the refresh would put in force
   */
  static PlanToken of(RefreshRequest request, long listVersion, HostLists lists, RefreshPlan plan) {
    String hash = ListsHash.of(lists);
    boolean isNamed = plan.decisions().size() <= MOST_NODES;
    ByteBuffer token =
        ByteBuffer.allocate(HEAD + (isNamed ? ENTRY * plan.decisions().size() : 0))
            .put(FORM)
            .put(code(request.type()))
            .putLong(listVersion)
            .put(HexFormat.of().parseHex(hash), 0, NAME_OF_LISTS)
            .put(digest(request, listVersion, hash, plan), 0, DIGEST)
            .putInt(plan.decisions().size());
    if (isNamed) {
      plan.decisions().forEach(each -> token.putInt(digest(each.nodeId())).putShort(digest(each)));
    }
    return new PlanToken(Base64.getUrlEncoder().withoutPadding().encodeToString(token.array()));
  }

  /** Empty if this text is not a token of Ebb. */
  public static Optional<PlanToken> parse(String text) {
    PlanToken token = new PlanToken(text);
    return token.content().isPresent() ? Optional.of(token) : Optional.empty();
  }

  Optional<Content> content() {
    byte[] bytes;
    try {
      bytes = Base64.getUrlDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    if (bytes.length < HEAD || (bytes.length - HEAD) % ENTRY != 0) {
      return Optional.empty();
    }
    ByteBuffer token = ByteBuffer.wrap(bytes);
    byte form = token.get();
    byte code = token.get();
    Optional<RefreshType> type =
        Arrays.stream(RefreshType.values()).filter(each -> code(each) == code).findFirst();
    if (form != FORM || type.isEmpty()) {
      return Optional.empty();
    }
    long listVersion = token.getLong();
    String lists = HexFormat.of().formatHex(bytes, token.position(), token.position() + 8);
    token.position(token.position() + NAME_OF_LISTS + DIGEST);
    int nodes = token.getInt();
    Map<Integer, Short> decisions = new LinkedHashMap<>();
    while (token.hasRemaining()) {
      decisions.put(token.getInt(), token.getShort());
    }
    return Optional.of(new Content(type.get(), listVersion, lists, nodes, decisions));
  }

  private static byte code(RefreshType type) {
    return switch (type) {
      case NORMAL -> 'N';
      case GRACEFUL -> 'G';
      case FORCEFUL -> 'F';
      case CHANGE_TIMEOUT -> 'T';
    };
  }

  static int digest(NodeId node) {
    return ByteBuffer.wrap(sha256().digest(bytes(node.toString()))).getInt();
  }

  static short digest(NodeDecision decision) {
    return ByteBuffer.wrap(sha256().digest(bytes(text(decision.action())))).getShort();
  }

  private static byte[] digest(
      RefreshRequest request, long listVersion, String lists, RefreshPlan plan) {
    MessageDigest digest = sha256();
    digest.update(
        bytes(request.type() + " " + listVersion + " " + lists + " " + request.ofOperation()));
    plan.decisions()
        .forEach(each -> digest.update(bytes("\n" + each.nodeId() + " " + text(each.action()))));
    return Arrays.copyOf(digest.digest(), DIGEST);
  }

  /** Omits what a failover changes although the node does the same. */
  private static String text(NodeAction action) {
    if (action instanceof NodeAction.GracefulDecommission drain) {
      return "drain " + drain.timeout().exact() + " " + drain.source() + " " + drain.kept();
    } else if (action instanceof NodeAction.Decommission decommission) {
      return "decommission " + decommission.cause();
    } else if (action instanceof NodeAction.EndDrainOf end) {
      return "end drain of " + end.operationId();
    } else if (action instanceof NodeAction.ChangeTimeout change) {
      return "change timeout " + change.timeout().exact();
    } else if (action instanceof NodeAction.ShutDown) {
      return "shut down";
    } else if (action instanceof NodeAction.Recommission) {
      return "recommission";
    }
    throw new IllegalStateException("no text for " + action);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
