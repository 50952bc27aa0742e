package ebb.cli.client;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * An answer as it came, a refusal among them.
 *
 * @param challenges values of the header {@value #CHALLENGE}
 */
record AdminReply(int status, String body, List<String> challenges) {
  static final String CHALLENGE = "WWW-Authenticate";
  static final int UNAUTHENTICATED = 401;

  /** Whether it is this problem of the admin API. */
  boolean isProblem(String code) {
    try {
      return Json.parse(body).path("code").asText().equals(code);
    } catch (IOException e) {
      return false; // whoever answered is no admin API
    }
  }

  /** Whether a Kerberos ticket would help. */
  boolean asksForTicket() {
    return status == UNAUTHENTICATED
        && challenges.stream()
            .flatMap(value -> Arrays.stream(value.split(",", -1)))
            .anyMatch(each -> each.strip().toLowerCase(Locale.ROOT).startsWith("negotiate"));
  }
}
