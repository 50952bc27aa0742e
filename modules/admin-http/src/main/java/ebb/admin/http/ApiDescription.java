package ebb.admin.http;

import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import ebb.admin.access.ApiOperation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** {@code GET /openapi.json}: describes each {@link ApiOperation}, for programs and people. */
public final class ApiDescription extends AllDirectives {
  private static final String RESOURCE = "openapi.json";

  private final byte[] document = read();

  private static byte[] read() {
    try (InputStream in = ApiDescription.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("not in this build: " + RESOURCE);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Route route() {
    return path(
        RESOURCE,
        () ->
            get(
                () ->
                    complete(
                        JsonResponses.response(200, ContentTypes.APPLICATION_JSON, document))));
  }
}
