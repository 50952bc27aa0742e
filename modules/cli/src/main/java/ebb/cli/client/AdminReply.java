package ebb.cli.client;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * An answer as it was received, which may be a refusal.
 *
 * @param challenges the values of the header {@value #CHALLENGE}
 */
record AdminReply(int status, String body, List<String> challenges) {
  static final String CHALLENGE = "WWW-Authenticate";
  static final int UNAUTHENTICATED = 401;

  /** Whether the answer is this problem of the admin API. */
  boolean isProblem(String code) {
    try {
      return Json.parse(body).path("code").asText().equals(code);
    } catch (IOException e) {
      return false; // the answer is not from an admin API
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
