package ebb.nodeslist;

import com.typesafe.config.Config;
import java.time.Duration;

/**
 * The keys under {@code ebb.nodes-list-manager}, read once at start; their meaning is in
 * reference.conf.
 */
record NodesListSettings(
    Duration answerAfter,
    Duration refreshTimeout,
    Duration readTimeout,
    int window,
    Duration retryAfter,
    int confirmBatch,
    Duration confirmWithin,
    Duration wakeEvery,
    Duration attachAllWithin,
    Duration admissionGrace,
    int snapshotEvery,
    int startupStash) {

  static NodesListSettings of(Config root) {
    Config config = root.getConfig("ebb.nodes-list-manager");
    return new NodesListSettings(
        config.getDuration("answer-after"),
        config.getDuration("refresh-timeout"),
        config.getDuration("read-timeout"),
        config.getInt("window"),
        config.getDuration("retry-after"),
        config.getInt("confirm-batch"),
        config.getDuration("confirm-within"),
        config.getDuration("wake-every"),
        config.getDuration("attach-all-within"),
        config.getDuration("admission-grace"),
        config.getInt("snapshot-every"),
        config.getInt("startup-stash"));
  }
}
