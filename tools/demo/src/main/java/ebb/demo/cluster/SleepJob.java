package ebb.demo.cluster;

import java.time.Duration;
import java.util.List;

/**
 * Hadoop's MapReduce job that only sleeps: its containers last as long as needed and use almost no
 * processor time.
 *
 * @param maps number of map tasks
 * @param mapTime duration of each map task
 * @param reduces number of reduce tasks, which fetch the output of all maps from the NodeManagers
 * @param reduceTime duration of each reduce task
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
