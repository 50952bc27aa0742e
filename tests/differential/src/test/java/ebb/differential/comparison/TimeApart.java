package ebb.differential.comparison;

import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A period in which an allowed difference made the sides of one node differ. The node forgets it,
 * but applications remember where they ran and which of their containers ended. Consequences of
 * that belong to the same difference.
 */
public final class TimeApart {
  private static final Pattern APPLICATION = Pattern.compile("\\ba\\d+");
  private static final List<String> TELLING =
      List.of("answers", "applications", "cleanApplications", "events", "nm", "scheduler");
  private static final List<String> REMEMBERED = List.of("answers", "cleanApplications");

  private final NavigableSet<String> applications = new TreeSet<>();
  private Optional<AllowedDifference> cause = Optional.empty();

  public void begin(AllowedDifference difference) {
    cause = Optional.of(difference);
  }

  /** The sides differ: these applications may remember different things. */
  public void note(ComparedNode step) {
    for (String field : TELLING) {
      note(step.after().stock().get(field));
      note(step.after().ebb().get(field));
    }
  }

  private void note(String text) {
    APPLICATION.matcher(text).results().map(MatchResult::group).forEach(applications::add);
  }

  /** The cause of the difference, if all that differs now is what such applications remember. */
  public Optional<AllowedDifference> explains(ComparedNode step) {
    boolean remembered =
        REMEMBERED.containsAll(step.different())
            && step.different().stream()
                .allMatch(
                    field ->
                        withoutNoted(step.after().stock().get(field))
                            .equals(withoutNoted(step.after().ebb().get(field))));
    return cause.filter(difference -> remembered);
  }

  private String withoutNoted(String text) {
    return Arrays.stream(text.split("(?=[\\[\\], ])|(?<=[\\[\\], ])", -1))
        .filter(token -> !token.equals(",") && !isNoted(token))
        .reduce("", String::concat);
  }

  /** An application, or a container of one. */
  private boolean isNoted(String token) {
    return applications.stream()
        .anyMatch(each -> token.equals(each) || token.startsWith(each + "c"));
  }
}
