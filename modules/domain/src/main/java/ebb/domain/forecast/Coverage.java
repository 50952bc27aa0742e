package ebb.domain.forecast;

import ebb.domain.forecast.Band.Verdict;
import java.util.Collections;
import java.util.List;

/**
 * How many bands of the past held.
 *
 * @param checked those of which it is known
 * @param held of these. A span that was cut short within its band would have lasted longer, as
 *     those did that reached their band: as many of them as of the others count as held.
 */
record Coverage(int checked, int held) {

  static Coverage of(List<Verdict> verdicts) {
    int early = Collections.frequency(verdicts, Verdict.EARLY);
    int held = Collections.frequency(verdicts, Verdict.HELD);
    int late = Collections.frequency(verdicts, Verdict.LATE);
    int undecided = Collections.frequency(verdicts, Verdict.UNDECIDED);
    int checked = early + held + late;
    if (held == 0) {
      return new Coverage(checked, 0);
    }
    double reached = (held + late + undecided) / (double) (checked + undecided);
    double heldThen = held / (double) (held + late);
    return new Coverage(checked, (int) Math.round(checked * reached * heldThen));
  }
}
