package ebb.domain.forecast;

import ebb.domain.forecast.Band.Verdict;
import java.util.Collections;
import java.util.List;

/**
 * How many bands of the past were right.
 *
 * @param checked those of which it is known
 * @param right of these. A span that was cut short within its band would have lasted longer, as
 *     those did that reached their band: as many of them as of the others count as right.
 */
record Coverage(int checked, int right) {

  static Coverage of(List<Verdict> verdicts) {
    int early = Collections.frequency(verdicts, Verdict.EARLY);
    int right = Collections.frequency(verdicts, Verdict.RIGHT);
    int late = Collections.frequency(verdicts, Verdict.LATE);
    int undecided = Collections.frequency(verdicts, Verdict.UNDECIDED);
    int checked = early + right + late;
    if (right == 0) {
      return new Coverage(checked, 0);
    }
    double reached = (right + late + undecided) / (double) (checked + undecided);
    double rightThen = right / (double) (right + late);
    return new Coverage(checked, (int) Math.round(checked * reached * rightThen));
  }
}
