package ebb.admin.routes;

import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import ebb.admin.access.Caller;
import ebb.admin.http.JsonResponses;
import ebb.admin.http.QueryParams;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** {@code GET /whoami}: who the caller is for the API, and what the caller may do. */
public final class WhoamiRoute extends AllDirectives {
  public Route route() {
    return path(
        "whoami",
        () ->
            get(
                () ->
                    extractRequest(
                        request -> {
                          QueryParams.refuseUnknown(
                              request.getUri().query().toMultiMap(), Set.of());
                          return complete(JsonResponses.response(200, view(Caller.of(request))));
                        })));
  }

  private static Map<String, Object> view(Caller caller) {
    Map<String, Object> view = new LinkedHashMap<>();
    view.put("name", caller.name());
    view.put("role", caller.role().name());
    view.put("permissions", caller.role().permissions().stream().sorted().toList());
    view.put("scope", caller.role().scopeText().orElse(null));
    view.put("method", caller.peer().method().name());
    view.put("verified", caller.peer().method().isVerified());
    return view;
  }
}
