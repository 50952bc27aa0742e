package ebb.admin.http;

import akka.http.javadsl.model.ContentType;
import akka.http.javadsl.model.ContentTypes;
import akka.http.javadsl.model.HttpEntities;
import akka.http.javadsl.model.HttpResponse;
import akka.http.javadsl.model.headers.CacheControl;
import akka.http.javadsl.model.headers.CacheDirectives;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;

/**
 * Converts values to responses. The records of this API hold plain values only, such as strings and
 * numbers.
 */
public final class JsonResponses {
  static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final ContentType PROBLEM = ContentTypes.parse("application/problem+json");

  private JsonResponses() {}

  public static HttpResponse response(int status, Object body) {
    return response(status, ContentTypes.APPLICATION_JSON, write(body));
  }

  public static HttpResponse response(Problem problem) {
    return response(problem.status(), PROBLEM, write(problem));
  }

  public static HttpResponse response(int status, ContentType type, byte[] body) {
    return HttpResponse.create()
        .withStatus(status)
        .addHeader(CacheControl.create(CacheDirectives.NO_STORE))
        .withEntity(HttpEntities.create(type, body));
  }

  private static byte[] write(Object body) {
    try {
      return MAPPER.writeValueAsBytes(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("no JSON for " + body.getClass().getName(), e);
    }
  }
}
