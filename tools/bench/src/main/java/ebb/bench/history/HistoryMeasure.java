package ebb.bench.history;

/** What is measured of the past, and what it may take at most. */
enum HistoryMeasure {
  NODE_FIRST("history of a node, first request", "ms", 100),
  NODE("history of a node", "ms", 100),
  PAGE_FIRST("page of the fleet's history, first", "ms", 300),
  PAGE("page of the fleet's history", "ms", 300),
  FLEET_FIRST("fleet at an instant, first request", "ms", 3_000),
  FLEET("fleet at an instant a minute away", "ms", 300),
  WHY("why, without applications", "ms", 200),
  VERIFY("verification of all events", "ms", Double.POSITIVE_INFINITY),
  REPLAY("replay, processor time of an event", "us", 10);

  private final String text;
  private final String unit;
  private final double most;

  HistoryMeasure(String text, String unit, double most) {
    this.text = text;
    this.unit = unit;
    this.most = most;
  }

  String text() {
    return text;
  }

  String unit() {
    return unit;
  }

  /** The aim for the median; infinite for none. */
  double most() {
    return most;
  }
}
