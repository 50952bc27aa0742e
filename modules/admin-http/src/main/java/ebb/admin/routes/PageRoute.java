package ebb.admin.routes;

import akka.http.javadsl.model.ContentType;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpHeader;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.headers.RawHeader;
import akka.http.javadsl.server.AllDirectives;
import akka.http.javadsl.server.Route;
import ebb.admin.http.ProblemCode;
import ebb.admin.http.Problems;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The page of module web-page, at {@code /}, with its assets. It holds no data, so everyone may
 * load it. What it shows comes from the API, which authenticates the caller.
 */
public final class PageRoute extends AllDirectives {
  private static final Logger LOG = LoggerFactory.getLogger(PageRoute.class);

  static final String NO_PAGE =
      "This build has no page, because it was made without Node.js; the API is at /api/v1";

  private static final String FOLDER = "/ebb/page/";

  /** For assets, whose names contain a hash of their content. */
  private static final HttpHeader KEPT =
      RawHeader.create("Cache-Control", "public, max-age=31536000, immutable");

  private static final HttpHeader NOT_KEPT = RawHeader.create("Cache-Control", "no-store");

  private static final List<HttpHeader> GUARDS =
      List.of(
          RawHeader.create(
              "Content-Security-Policy",
              "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
                  + " connect-src 'self'; base-uri 'none'; form-action 'none';"
                  + " frame-ancestors 'none'; require-trusted-types-for 'script';"
                  + " trusted-types 'none'"),
          RawHeader.create("X-Content-Type-Options", "nosniff"),
          RawHeader.create("Referrer-Policy", "no-referrer"),
          RawHeader.create("Cross-Origin-Opener-Policy", "same-origin"),
          RawHeader.create("Cross-Origin-Resource-Policy", "same-origin"));

  private static final Map<String, ContentType> TYPES =
      Map.of(
          "js", ContentTypes.parse("text/javascript; charset=UTF-8"),
          "css", ContentTypes.parse("text/css; charset=UTF-8"),
          "svg", ContentTypes.parse("image/svg+xml"));

  private final Problems problems;
  private final Optional<HttpResponse> page;
  private final Map<String, HttpResponse> assets;

  public PageRoute(Problems problems) {
    this(problems, PageRoute::resource);
  }

  /**
   * @param files the files of the page, by name
   */
  PageRoute(Problems problems, Function<String, Optional<byte[]>> files) {
    this.problems = problems;
    page =
        files
            .apply("index.html")
            .map(html -> response(ContentTypes.TEXT_HTML_UTF8, html, NOT_KEPT));
    assets =
        files.apply("assets.txt").stream()
            .flatMap(names -> new String(names, StandardCharsets.UTF_8).lines())
            .collect(
                Collectors.toUnmodifiableMap(
                    name -> name,
                    name ->
                        response(typeOf(name), files.apply("assets/" + name).orElseThrow(), KEPT)));
    if (page.isEmpty()) {
      LOG.warn(NO_PAGE);
    }
  }

  private static Optional<byte[]> resource(String name) {
    try (InputStream in = PageRoute.class.getResourceAsStream(FOLDER + name)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ContentType typeOf(String name) {
    return TYPES.getOrDefault(
        name.substring(name.lastIndexOf('.') + 1), ContentTypes.APPLICATION_OCTET_STREAM);
  }

  private static HttpResponse response(ContentType type, byte[] content, HttpHeader caching) {
    return HttpResponse.create()
        .withEntity(HttpEntities.create(type, content))
        .addHeaders(GUARDS)
        .addHeader(caching);
  }

  public Route route() {
    return concat(
        pathSingleSlash(
            () ->
                get(
                    () ->
                        page.map(this::complete)
                            .orElseGet(() -> problems.refuse(ProblemCode.NOT_FOUND, NO_PAGE)))),
        pathPrefix(
            "assets",
            () ->
                path(
                    name ->
                        get(
                            () -> {
                              HttpResponse asset = assets.get(name);
                              return asset == null ? reject() : complete(asset);
                            }))));
  }
}
