package ebb.compatibility.spark;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * The Spark project's example, with tasks that take some time: estimates π by chance.
 *
 * <p>Arguments: number of tasks, and milliseconds for each of them.
 */
public final class SlowPi {
  private static final int POINTS = 100_000;

  private SlowPi() {}

  public static void main(String[] arguments) {
    int tasks = Integer.parseInt(arguments[0]);
    long millis = Long.parseLong(arguments[1]);
    try (var spark = new JavaSparkContext(new SparkConf().setAppName("slow pi"))) {
      long inside =
          spark
              .parallelize(IntStream.range(0, tasks).boxed().toList(), tasks)
              .map(seed -> pointsInside(seed, millis))
              .reduce(Long::sum);
      double pi = 4.0 * inside / ((double) tasks * POINTS);
      if (Math.abs(pi - Math.PI) > 0.05) {
        throw new IllegalStateException("Not pi: " + pi);
      }
    }
  }

  private static long pointsInside(int seed, long millis) throws InterruptedException {
    Thread.sleep(millis);
    var random = new SplittableRandom(seed);
    return IntStream.range(0, POINTS)
        .filter(each -> Math.hypot(random.nextDouble(), random.nextDouble()) < 1)
        .count();
  }
}
