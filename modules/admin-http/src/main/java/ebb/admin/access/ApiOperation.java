package ebb.admin.access;

import akka.http.javadsl.model.HttpMethod;
import akka.http.javadsl.model.HttpMethods;
import akka.http.javadsl.model.HttpRequest;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * All operations of the API, with the permission that each needs in any case. Requests for anything
 * else are refused, whatever the routes define. openapi.json describes exactly these operations.
 */
public enum ApiOperation {
  LIST_NODES(HttpMethods.GET, "/nodes"),
  SHOW_NODE(HttpMethods.GET, "/nodes/{id}"),
  EXPLAIN_NODE(HttpMethods.GET, "/nodes/{id}/why"),
  TELL_HISTORY(HttpMethods.GET, "/nodes/{id}/history"),
  SHOW_HOST(HttpMethods.GET, "/hosts/{host}"),
  TELL_HISTORIES(HttpMethods.GET, "/history"),
  REPORT_DRAINS(HttpMethods.GET, "/drains"),
  FOLLOW_EVENTS(HttpMethods.GET, "/events"),
  COMPARE_FLEETS(HttpMethods.GET, "/diff"),
  VERIFY_JOURNAL(HttpMethods.GET, "/verify"),
  SHOW_LISTS(HttpMethods.GET, "/lists"),
  /**
   * Every role may request a dry run, as also of {@link #REFRESH}, {@link #FORCE_OPERATION} and
   * {@link #SCALE_IN}. What the rest needs depends on what it does, see {@link ChangeGuard}.
   */
  EDIT_EXCLUDES(HttpMethods.PATCH, "/lists/exclude"),
  REFRESH(HttpMethods.POST, "/refresh"),
  LIST_OPERATIONS(HttpMethods.GET, "/operations"),
  SHOW_UNDO(HttpMethods.GET, "/operations/{id}/undo"),
  SHOW_OPERATION(HttpMethods.GET, "/operations/{id}"),
  FORCE_OPERATION(HttpMethods.POST, "/operations/{id}/force"),
  CHANGE_TIMEOUT(HttpMethods.PUT, "/nodes/{id}/timeout", Permission.TIMEOUT),
  SHOW_QUEUE(HttpMethods.GET, "/queue"),
  QUEUE_DRAIN(HttpMethods.POST, "/queue", Permission.DRAIN),
  CHANGE_QUEUE(HttpMethods.POST, "/queue/{id}", Permission.DRAIN),
  SCALE_IN(HttpMethods.POST, "/scale-in"),
  LIST_WEBHOOKS(HttpMethods.GET, "/webhooks"),
  LIST_INSTANCES(HttpMethods.GET, "/instances"),
  LEAVE(HttpMethods.POST, "/leave", Permission.LEAVE),
  WHO_AM_I(HttpMethods.GET, "/whoami"),
  DESCRIBE_API(HttpMethods.GET, "/openapi.json");

  /** The prefix of the paths of all operations. */
  public static final String BASE = "/api/v1";

  @SuppressWarnings("ImmutableEnumChecker") // Akka's constants are immutable, but not marked so
  private final HttpMethod method;

  private final String path;
  private final Optional<Permission> needed;

  ApiOperation(HttpMethod method, String path) {
    this(method, path, Optional.empty());
  }

  ApiOperation(HttpMethod method, String path, Permission needed) {
    this(method, path, Optional.of(needed));
  }

  ApiOperation(HttpMethod method, String path, Optional<Permission> needed) {
    this.method = method;
    this.path = path;
    this.needed = needed;
  }

  public HttpMethod method() {
    return method;
  }

  /** The path below {@link #BASE}, with the names of its variable segments in braces. */
  public String path() {
    return path;
  }

  /** The permission without which a request is refused unread; empty if every role may send it. */
  Optional<Permission> needed() {
    return needed;
  }

  /** The operations at the path of a request, whatever its method. */
  static List<ApiOperation> at(HttpRequest request) {
    String[] asked = request.getUri().getPathString().split("/", -1);
    return Arrays.stream(values()).filter(each -> each.matches(asked)).toList();
  }

  public static Optional<ApiOperation> of(HttpRequest request) {
    return at(request).stream().filter(each -> each.method.equals(request.method())).findFirst();
  }

  private boolean matches(String[] asked) {
    String[] own = (BASE + path).split("/", -1);
    if (own.length != asked.length) {
      return false;
    }
    for (int i = 0; i < own.length; i++) {
      boolean variable = own[i].startsWith("{");
      if (variable ? asked[i].isEmpty() : !own[i].equals(asked[i])) {
        return false;
      }
    }
    return true;
  }
}
