package ebb.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Sends requests to the admin API of a running ResourceManager, at the first of several addresses
 * that answers.
 *
 * <p>A request that may have arrived is sent again only if that has no further effect.
 */
public final class AdminClient {
  private static final int UNAVAILABLE = 503;

  private static final String LAST_EVENT_ID = "Last-Event-ID";

  private final List<URI> addresses;
  private final Credentials access;
  private final Negotiation negotiation = new Negotiation();
  private final Transport quick;
  private final Transport once;

  /**
   * @param addresses addresses of the API, as in {@code http://127.0.0.1:8091}; at least one
   */
  public AdminClient(List<URI> addresses, Credentials access) {
    this.addresses = addresses;
    this.access = access;
    this.quick =
        new AuthenticatingTransport(new UrlConnectionTransport(access), access, negotiation);
    this.once = new AuthenticatingTransport(new HttpClientTransport(access), access, negotiation);
  }

  /**
   * @param path begins with a slash; see {@link #segment}
   * @throws CommandException as {@link #send}
   */
  public JsonNode get(String path) {
    return send(AdminRequest.get(path));
  }

  /**
   * @throws Refusal if the answer is a refusal, even if later addresses do not answer
   * @throws CommandException if there is no answer, or it cannot be understood
   */
  public JsonNode send(AdminRequest request) {
    return send(request, request.isQuick() ? quick : once);
  }

  /**
   * Reads a streamed answer until its end, which may come at any time.
   *
   * @param last the id of the last event that has arrived; empty for none
   * @throws CommandException as {@link #send}
   */
  public void follow(String path, Optional<String> last, Consumer<String> lines) {
    AdminRequest get = AdminRequest.get(path);
    send(
        last.map(id -> get.with(LAST_EVENT_ID, id)).orElse(get),
        new AuthenticatingTransport(
            new UrlConnectionTransport(access, lines), access, negotiation));
  }

  private JsonNode send(AdminRequest request, Transport transport) {
    String reasons = "";
    Optional<Refusal> unready = Optional.empty();
    for (int i = 0; i < addresses.size(); i++) {
      URI base = addresses.get(i);
      boolean last = i == addresses.size() - 1;
      try {
        AdminReply reply = transport.send(base, request);
        // Another instance may be ready.
        if (reply.status() != UNAVAILABLE || last || !mayGoOn(reply, request)) {
          return understood(base, reply, request);
        }
        reasons += (reasons.isEmpty() ? "" : ", ") + base + ": not ready";
        Optional<Refusal> refusal = refusal(reply, request);
        unready = refusal.isPresent() ? refusal : unready;
      } catch (Transport.NotSentException e) {
        reasons += (reasons.isEmpty() ? "" : ", ") + base + ": " + Transport.reason(e);
        if (last) {
          throw nobodyDoes(unready, reasons, e);
        }
      } catch (IOException e) {
        if (!request.repeatable()) {
          throw unknownEnd(base, e);
        }
        reasons += (reasons.isEmpty() ? "" : ", ") + base + ": " + Transport.reason(e);
        if (last) {
          throw request.isRead() ? nobodyDoes(unready, reasons, e) : unknownEnd(base, e);
        }
      }
    }
    throw new IllegalStateException("no address");
  }

  /**
   * Whether to try the next address. An instance that is not ready has done nothing. After any
   * other answer, the instance or the leader may have carried out the request.
   */
  private static boolean mayGoOn(AdminReply reply, AdminRequest request) {
    return request.repeatable() || reply.isProblem("not-ready");
  }

  /** The text as one segment of a path, or as a value of a query. */
  public static String segment(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /**
   * @param unready the refusal of an instance that did answer: why, and what to do, which a list of
   *     addresses does not say
   */
  private CommandException nobodyDoes(
      Optional<Refusal> unready, String reasons, IOException cause) {
    unready.ifPresent(refusal -> refusal.initCause(cause));
    return unready.<CommandException>map(it -> it).orElseGet(() -> noAnswer(reasons, cause));
  }

  private CommandException noAnswer(String reasons, IOException cause) {
    String where = addresses.stream().map(URI::toString).collect(Collectors.joining(", "));
    return new CommandException(
        "no ResourceManager answers at " + where + " (" + reasons + ")",
        "start one with 'ebb start', or name another with --rm or EBB_RM",
        cause);
  }

  private static CommandException unknownEnd(URI base, IOException cause) {
    return new CommandException(
        base
            + " broke off before it answered ("
            + Transport.reason(cause)
            + "), so it may have been"
            + " done or not",
        "look with 'ebb operations', 'ebb lists' or 'ebb node' before you try again",
        cause);
  }

  /** The refusal in a reply; empty if it gives no reason, as from a proxy in between. */
  private static Optional<Refusal> refusal(AdminReply reply, AdminRequest request) {
    try {
      JsonNode body = Json.parse(reply.body());
      return body.hasNonNull("detail")
          ? Optional.of(Refusal.of(reply.status(), body, request.isRead()))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static JsonNode understood(URI base, AdminReply reply, AdminRequest request) {
    JsonNode body;
    try {
      body = Json.parse(reply.body());
    } catch (IOException e) {
      throw new CommandException(
          base + " answered " + reply.status() + " with something that is not JSON",
          "name the address of Ebb's admin API with --rm or EBB_RM",
          e);
    }
    if (reply.status() / 100 != 2) {
      throw Refusal.of(reply.status(), body, request.isRead());
    }
    return body;
  }
}
