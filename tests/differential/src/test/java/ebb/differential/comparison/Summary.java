package ebb.differential.comparison;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Totals of many comparisons. */
public final class Summary {
  private final Map<String, Long> allowed = new TreeMap<>();
  private final List<Finding> findings = new ArrayList<>();
  private long sequences;
  private long steps;
  private long alike;
  private long explained;
  private long skipped;

  public void sequence(int length) {
    sequences++;
    steps += length;
  }

  public void alike() {
    alike++;
  }

  public void explained() {
    explained++;
  }

  public void skipped() {
    skipped++;
  }

  public void allowed(AllowedDifference difference) {
    allowed.merge(difference.line(), 1L, Long::sum);
  }

  public void finding(Finding finding) {
    findings.add(finding);
  }

  public List<Finding> findings() {
    return findings;
  }

  public long sequences() {
    return sequences;
  }

  public long alikeCount() {
    return alike;
  }

  public long skippedCount() {
    return skipped;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(sequences)
        .append(" sequences, ")
        .append(steps)
        .append(" steps; observations of nodes: ")
        .append(alike)
        .append(" alike, ")
        .append(explained)
        .append(" different as allowed, ")
        .append(skipped)
        .append(" not compared; findings: ")
        .append(findings.size());
    allowed.forEach((line, count) -> text.append(String.format("%n%8d  %s", count, line)));
    return text.toString();
  }
}
