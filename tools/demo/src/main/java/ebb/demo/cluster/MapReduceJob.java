package ebb.demo.cluster;

import ebb.demo.process.ManagedProcess;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A job, with the unmodified client that submitted it and waits for its end. */
public final class MapReduceJob {
  private static final Pattern APPLICATION = Pattern.compile("application_\\d+_\\d+");

  private final ManagedProcess client;

  public MapReduceJob(ManagedProcess client) {
    this.client = client;
  }

  public ManagedProcess client() {
    return client;
  }

  /**
   * The application's id; empty until the ResourceManager has accepted it.
   *
   * @throws ClusterException if the client ended before that
   */
  public Optional<String> applicationId() {
    OptionalInt exitCode = client.exitCode();
    Optional<String> id =
        client
            .logLine("Submitted application")
            .map(APPLICATION::matcher)
            .filter(Matcher::find)
            .map(Matcher::group);
    if (id.isEmpty() && exitCode.isPresent()) {
      throw new ClusterException(
          "The client could not submit the job:\n" + String.join("\n", client.logEnd()));
    }
    return id;
  }
}
