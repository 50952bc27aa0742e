package ebb.demo.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A command line that runs a class on a JDK, by default our own, with JVM options for processes
 * that start fast and stay small.
 *
 * @param classPath folders, jars or wildcards ({@code lib/*}), in their order
 * @param maxHeapMegabytes maximum heap of the process
 * @param systemProperties set with {@code -D}, in their order
 */
public record JavaCommand(
    List<String> classPath,
    String mainClass,
    int maxHeapMegabytes,
    Map<String, String> systemProperties,
    List<String> arguments) {

  /**
   * JVM options for a process that shares two cores with many others. It may be killed and must
   * then leave no performance data file behind. Used for MapReduce tasks, too.
   */
  public static final List<String> SMALL_JVM =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData");

  public JavaCommand {
    classPath = List.copyOf(classPath);
    systemProperties = new LinkedHashMap<>(systemProperties);
    arguments = List.copyOf(arguments);
  }

  /** The home of our own JDK. */
  public static Path javaHome() {
    return Path.of(System.getProperty("java.home"));
  }

  /** The command line as words. */
  public List<String> words() {
    return words(List.of());
  }

  /**
   * The command line as words.
   *
   * @param jvmOptions in addition to ours
   */
  public List<String> words(List<String> jvmOptions) {
    return words(javaHome(), jvmOptions);
  }

  /** The command line as words, on the Java of this home. */
  public List<String> words(Path home, List<String> jvmOptions) {
    var words = new ArrayList<String>();
    words.add(home.resolve("bin").resolve("java").toString());
    // First, because the search for the processes of a folder reads only the start of a command
    // line.
    systemProperties.forEach((key, value) -> words.add("-D" + key + "=" + value));
    words.add("-Xmx" + maxHeapMegabytes + "m");
    words.addAll(SMALL_JVM);
    words.addAll(jvmOptions);
    words.add("-cp");
    words.add(classPath.stream().collect(Collectors.joining(System.getProperty("path.separator"))));
    words.add(mainClass);
    words.addAll(arguments);
    return words;
  }
}
