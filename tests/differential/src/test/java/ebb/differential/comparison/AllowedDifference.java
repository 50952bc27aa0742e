package ebb.differential.comparison;

import ebb.differential.comparison.NodeMemory.Explanation;
import ebb.differential.comparison.NodeMemory.Mode;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** One line of "Deliberate improvements", and how to recognize it. */
public interface AllowedDifference {

  /** The name of a line of docs/conformance.md, with the part of it after a colon. */
  String line();

  /** Empty unless this line applies here. */
  Optional<Explanation> explain(ComparedNode step);

  static Optional<Explanation> fields(Collection<String> fields) {
    return Optional.of(new Explanation(new TreeSet<>(fields), Mode.EXACT));
  }

  static Optional<Explanation> fields(String... fields) {
    return fields(List.of(fields));
  }

  static SortedSet<String> set(String... fields) {
    return new TreeSet<>(List.of(fields));
  }

  /** Accounts for all that differs, and for its consequences. */
  static Optional<Explanation> everything(ComparedNode step) {
    return Optional.of(new Explanation(step.different(), Mode.UNTIL_FORGOTTEN));
  }
}
