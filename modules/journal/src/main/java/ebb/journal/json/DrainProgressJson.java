package ebb.journal.json;

import ebb.domain.RecordedProgress;

/**
 * How a running drain had spent its time when the journal recorded it last.
 *
 * @param at when it was recorded, UTC
 */
public record DrainProgressJson(String at, DrainAccountJson account) {

  static DrainProgressJson of(RecordedProgress recorded) {
    return new DrainProgressJson(recorded.at().toString(), DrainAccountJson.of(recorded.account()));
  }
}
