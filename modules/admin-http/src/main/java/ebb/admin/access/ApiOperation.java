package ebb.admin.access;

import akka.http.javadsl.model.HttpMethod;
import akka.http.javadsl.model.HttpMethods;
import akka.http.javadsl.model.HttpRequest;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * All operations of the API, with the role that each needs. Requests for anything else are refused,
 * whatever the routes define. openapi.json describes exactly these operations.
 */
public enum ApiOperation {
  LIST_NODES(HttpMethods.GET, "/nodes", Role.READER),
  SHOW_NODE(HttpMethods.GET, "/nodes/{id}", Role.READER),
  EXPLAIN_NODE(HttpMethods.GET, "/nodes/{id}/why", Role.READER),
  TELL_HISTORY(HttpMethods.GET, "/nodes/{id}/history", Role.READER),
  SHOW_HOST(HttpMethods.GET, "/hosts/{host}", Role.READER),
  TELL_HISTORIES(HttpMethods.GET, "/history", Role.READER),
  REPORT_DRAINS(HttpMethods.GET, "/drains", Role.READER),
  FOLLOW_EVENTS(HttpMethods.GET, "/events", Role.READER),
  COMPARE_FLEETS(HttpMethods.GET, "/diff", Role.READER),
  VERIFY_JOURNAL(HttpMethods.GET, "/verify", Role.READER),
  SHOW_LISTS(HttpMethods.GET, "/lists", Role.READER),
  /**
   * A reader may request only a dry run, as also of {@link #REFRESH}, {@link #FORCE_OPERATION} and
   * {@link #SCALE_IN}. {@code LeaderClient} refuses the rest.
   */
  EDIT_EXCLUDES(HttpMethods.PATCH, "/lists/exclude", Role.READER),
  REFRESH(HttpMethods.POST, "/refresh", Role.READER),
  LIST_OPERATIONS(HttpMethods.GET, "/operations", Role.READER),
  SHOW_UNDO(HttpMethods.GET, "/operations/{id}/undo", Role.READER),
  SHOW_OPERATION(HttpMethods.GET, "/operations/{id}", Role.READER),
  FORCE_OPERATION(HttpMethods.POST, "/operations/{id}/force", Role.READER),
  CHANGE_TIMEOUT(HttpMethods.PUT, "/nodes/{id}/timeout", Role.ADMIN),
  SHOW_QUEUE(HttpMethods.GET, "/queue", Role.READER),
  QUEUE_DRAIN(HttpMethods.POST, "/queue", Role.ADMIN),
  CHANGE_QUEUE(HttpMethods.POST, "/queue/{id}", Role.ADMIN),
  SCALE_IN(HttpMethods.POST, "/scale-in", Role.READER),
  LIST_WEBHOOKS(HttpMethods.GET, "/webhooks", Role.READER),
  LIST_INSTANCES(HttpMethods.GET, "/instances", Role.READER),
  LEAVE(HttpMethods.POST, "/leave", Role.ADMIN),
  WHO_AM_I(HttpMethods.GET, "/whoami", Role.READER),
  DESCRIBE_API(HttpMethods.GET, "/openapi.json", Role.READER);

  /** The prefix of the paths of all operations. */
  public static final String BASE = "/api/v1";

  @SuppressWarnings("ImmutableEnumChecker") // Akka's constants are immutable, but not marked so
  private final HttpMethod method;

  private final String path;
  private final Role role;

  ApiOperation(HttpMethod method, String path, Role role) {
    this.method = method;
    this.path = path;
    this.role = role;
  }

  public HttpMethod method() {
    return method;
  }

  /** The path below {@link #BASE}, with the names of its variable segments in braces. */
  public String path() {
    return path;
  }

  /** The lowest role that may use this operation. */
  Role role() {
    return role;
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
