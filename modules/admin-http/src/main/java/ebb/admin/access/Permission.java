package ebb.admin.access;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a caller may change. To read is allowed to every caller with a role. */
public enum Permission {
  /** To exclude hosts, let them wait for that, and change what waits. */
  DRAIN,
  /** To return hosts to service. */
  RECOMMISSION,
  /** To change the timeout of a running drain. */
  TIMEOUT,
  /** To end drains, or take nodes out of service, at once. */
  FORCE,
  /** To end an instance. */
  LEAVE;

  /** As the users file has it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<Permission> of(String word) {
    return Arrays.stream(values()).filter(each -> each.word().equals(word)).findFirst();
  }
}
