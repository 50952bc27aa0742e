package ebb.hadoop.scheduler;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.util.Records;

/** An application without a running master, which is killed when this is closed. */
public final class SubmittedApplication implements AutoCloseable {
  private final YarnClient client;
  private final ApplicationId id;

  private SubmittedApplication(YarnClient client, ApplicationId id) {
    this.client = client;
    this.id = id;
  }

  /** Submits it and waits until it is accepted. */
  public static SubmittedApplication submit(Configuration conf) throws IOException, YarnException {
    YarnClient client = YarnClient.createYarnClient();
    client.init(conf);
    client.start();
    ApplicationSubmissionContext context =
        client.createApplication().getApplicationSubmissionContext();
    context.setUnmanagedAM(true);
    context.setAMContainerSpec(Records.newRecord(ContainerLaunchContext.class));
    context.setApplicationName("test");
    return new SubmittedApplication(client, client.submitApplication(context));
  }

  public ApplicationId id() {
    return id;
  }

  YarnClient client() {
    return client;
  }

  @Override
  public void close() throws IOException, YarnException {
    try {
      client.killApplication(id);
    } finally {
      client.stop();
    }
  }
}
