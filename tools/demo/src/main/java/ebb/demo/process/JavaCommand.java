package ebb.demo.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A command line that runs a class on a JDK, which is the one that runs us unless it is named, with
 * settings for a process that has to start fast and stay small rather than run for long.
 *
 * @param classPath folders, jars or wildcards ({@code lib/*}), in their order
 * @param maxHeapMegabytes most heap that the process may use
 * @param systemProperties set with {@code -D}, in their order
 */
public record JavaCommand(
    List<String> classPath,
    String mainClass,
    int maxHeapMegabytes,
    Map<String, String> systemProperties,
    List<String> arguments) {

  /**
   * Settings of a JVM that shares two cores with many others and may be killed, after which it must
   * leave no file of performance data behind; also used for MapReduce tasks.
   */
  public static final List<String> SMALL_JVM =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData");

  public JavaCommand {
    classPath = List.copyOf(classPath);
    systemProperties = new LinkedHashMap<>(systemProperties);
    arguments = List.copyOf(arguments);
  }

  /** The home of the JDK that runs us. */
  public static Path javaHome() {
    return Path.of(System.getProperty("java.home"));
  }

  /** The words of the command line. */
  public List<String> words() {
    return words(List.of());
  }

  /**
   * The words of the command line.
   *
   * @param jvmOptions on top of ours
   */
  public List<String> words(List<String> jvmOptions) {
    return words(javaHome(), jvmOptions);
  }

  /** As the other one, on the Java of this home. */
  public List<String> words(Path home, List<String> jvmOptions) {
    var words = new ArrayList<String>();
    words.add(home.resolve("bin").resolve("java").toString());
    // First, because whoever looks for the processes of a folder reads the head of a command line.
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
