package ebb.hadoop.state;

import java.io.IOException;
import org.apache.hadoop.yarn.proto.YarnServerResourceManagerRecoveryProtos.ApplicationAttemptStateDataProto;
import org.apache.hadoop.yarn.proto.YarnServerResourceManagerRecoveryProtos.ApplicationStateDataProto;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.records.ApplicationAttemptStateData;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.records.ApplicationStateData;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.records.impl.pb.ApplicationAttemptStateDataPBImpl;
import org.apache.hadoop.yarn.server.resourcemanager.recovery.records.impl.pb.ApplicationStateDataPBImpl;
import org.jspecify.annotations.Nullable;

/**
 * Reads Hadoop's application records, whose format is the same in all of its stores. Each field is
 * optional, so a truncated record may still be parsed. The id in the record is therefore compared
 * with the name that the record is stored under.
 */
final class ApplicationRecords {
  private ApplicationRecords() {}

  static ApplicationStateData application(String id, byte[] content) throws IOException {
    var application = new ApplicationStateDataPBImpl(ApplicationStateDataProto.parseFrom(content));
    var submission = application.getApplicationSubmissionContext();
    requireSame(id, submission == null ? null : submission.getApplicationId());
    return application;
  }

  static ApplicationAttemptStateData attempt(String id, byte[] content) throws IOException {
    var attempt =
        new ApplicationAttemptStateDataPBImpl(ApplicationAttemptStateDataProto.parseFrom(content));
    requireSame(id, attempt.getAttemptId());
    return attempt;
  }

  private static void requireSame(String id, @Nullable Object said) throws IOException {
    if (!id.equals(String.valueOf(said))) {
      throw new IOException("it says to be of " + (said == null ? "none" : said));
    }
  }
}
