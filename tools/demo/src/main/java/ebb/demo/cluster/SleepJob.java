package ebb.demo.cluster;

import java.time.Duration;
import java.util.List;

/**
 * Hadoop's own MapReduce job that does nothing for a while: its containers are as long as wanted
 * and cost next to no processor time.
 *
 * @param maps how many map tasks
 * @param mapTime how long each of them takes
 * @param reduces how many reduce tasks; they fetch the output of all maps from the NodeManagers
 * @param reduceTime how long each of them takes
 */
public record SleepJob(int maps, Duration mapTime, int reduces, Duration reduceTime) {
  static final String MAIN_CLASS = "org.apache.hadoop.mapreduce.SleepJob";

  List<String> arguments() {
    return List.of(
        "-m", Integer.toString(maps),
        "-mt", Long.toString(mapTime.toMillis()),
        "-r", Integer.toString(reduces),
        "-rt", Long.toString(reduceTime.toMillis()));
  }
}
