package ebb.cli.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar. */
public final class Version implements IVersionProvider {
  /** The versions of Ebb and of Java. That of Ebb is null if it was not built as a jar. */
  public static ObjectNode json() {
    return Json.object()
        .put("ebb", Version.class.getPackage().getImplementationVersion())
        .put("java", System.getProperty("java.version"));
  }

  @Override
  public String[] getVersion() {
    String built = Version.class.getPackage().getImplementationVersion();
    return new String[] {
      "ebb " + (built == null ? "(not built as a jar)" : built),
      "Java " + System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ")"
    };
  }
}
