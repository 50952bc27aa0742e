package ebb.soak.check;

import ebb.demo.check.Breach;
import ebb.demo.check.Breach.Promise;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Checks that each NodeManager whose registration was accepted was in service. */
final class RegistrationCheck {
  private RegistrationCheck() {}

  static List<Breach> breaches(Lives lives, List<AnsweredRegistration> registrations) {
    List<Breach> breaches = new ArrayList<>();
    for (AnsweredRegistration each : registrations) {
      Instant earliest = each.sent().minus(AnswerCheck.CLOCKS);
      boolean was =
          lives.nodes().stream()
              .filter(node -> node.host().equals(each.host()))
              .flatMap(node -> lives.of(node).stream())
              .filter(span -> span.node().state().isInService())
              .anyMatch(
                  span ->
                      !span.from().isAfter(each.answered().plus(AnswerCheck.CLOCKS))
                          && !span.to().isBefore(earliest));
      if (!was) {
        breaches.add(
            new Breach(
                Promise.REGISTERED_IS_IN_SERVICE,
                each.host(),
                "was told at " + each.answered() + " that it is registered, and is not"));
      }
    }
    return breaches;
  }
}
