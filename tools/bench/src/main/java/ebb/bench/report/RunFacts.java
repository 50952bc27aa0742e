package ebb.bench.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import ebb.bench.rm.RmJvm;
import java.time.Instant;
import org.apache.hadoop.util.VersionInfo;

/** The time, versions and machine of a measurement, for the JSON report. */
public final class RunFacts {
  private RunFacts() {}

  /**
   * The head of a report.
   *
   * @param settings a record; all of its components are written
   */
  public static ObjectNode report(ObjectMapper json, Instant begun, Record settings) {
    ObjectNode report = json.createObjectNode();
    report.put("begun", begun.toString());
    report.put("hadoop", VersionInfo.getVersion());
    report.put("java", Runtime.version().toString());
    report.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    report.put("processors", Runtime.getRuntime().availableProcessors());
    report.put("classesOfEbbArchived", RmJvm.hasClassArchive());
    report.set("settings", json.valueToTree(settings));
    return report;
  }
}
