package ebb.hadoop.config;

import java.io.File;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.util.VersionInfo;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * Parts of Hadoop's ResourceManager that Ebb's archive does not contain, because they are not on
 * Maven Central. An operator may add their files as plug-ins. A part that is switched on without
 * its files is ignored. Hadoop's own ResourceManager would show a dead link, or not start.
 */
final class OptionalComponents {
  /** Where an operator's jars belong, for a message. */
  static final String PLUG_INS = "the folder ext of the installation or into EBB_CLASSPATH";

  private static final String API_SERVER = "org.apache.hadoop.yarn.service.webapp.ApiServer";
  private static final ClassLoader CLASS_PATH = OptionalComponents.class.getClassLoader();

  private static final List<WebApplication> WEB_APPLICATIONS =
      List.of(
          new WebApplication(
              YarnConfiguration.YARN_WEBAPP_UI2_ENABLE,
              YarnConfiguration.YARN_WEBAPP_UI2_WARFILE_PATH,
              "hadoop-yarn-ui",
              "ui2"),
          new WebApplication(
              YarnConfiguration.YARN_WEBAPP_SCHEDULER_UI_ENABLE,
              YarnConfiguration.YARN_WEBAPP_SCHEDULER_UI_WARFILE_PATH,
              "hadoop-yarn-capacity-scheduler-ui",
              "scheduler-ui"));

  private OptionalComponents() {}

  /**
   * @param enabled key that switches it on
   * @param warFile key for the path of its war file or folder
   * @param artifact the name of its war file, without version
   * @param folder its folder in a Hadoop installation, below webapps
   */
  private record WebApplication(String enabled, String warFile, String artifact, String folder) {

    /** Looks for the files as Hadoop does; empty if they exist. */
    Optional<String> problem(Configuration conf) {
      String place = conf.getTrimmed(warFile, "");
      if (!place.isEmpty()) {
        return new File(new Path(place).toUri().getPath()).exists() // it may be a URL
            ? Optional.empty()
            : Optional.of(warFile + " = " + place + " does not exist; correct it");
      }
      boolean isThere =
          CLASS_PATH.getResource(war()) != null
              || CLASS_PATH.getResource("webapps/" + folder) != null;
      return isThere
          ? Optional.empty()
          : Optional.of(
              "Ebb comes without "
                  + war()
                  + "; copy that file, or webapps/"
                  + folder
                  + " of a Hadoop installation, into the folder ext of this installation, or say"
                  + " with "
                  + warFile
                  + " where it is");
    }

    private String war() {
      return artifact + "-" + VersionInfo.getVersion() + ".war";
    }
  }

  /**
   * The parts that are switched on but missing: the key that switches each on, and a line about
   * what is missing and what to do.
   */
  static Map<String, String> missing(Configuration conf) {
    Map<String, String> missing = new TreeMap<>();
    for (WebApplication each : WEB_APPLICATIONS) {
      if (conf.getBoolean(each.enabled(), false)) {
        each.problem(conf)
            .ifPresent(problem -> missing.put(each.enabled(), line(conf, each.enabled(), problem)));
      }
    }
    String services = YarnConfiguration.YARN_API_SERVICES_ENABLE;
    if (conf.getBoolean(services, false) && !hasServices()) {
      String version = "-" + VersionInfo.getVersion() + ".jar";
      missing.put(
          services,
          line(
              conf,
              services,
              "Ebb comes without hadoop-yarn-services-api"
                  + version
                  + " and hadoop-yarn-services-core"
                  + version
                  + "; copy them into "
                  + PLUG_INS));
    }
    return missing;
  }

  private static String line(Configuration conf, String key, String problem) {
    return YarnSiteValidator.fileOf(conf, key) + key + " = true is ignored: " + problem;
  }

  /** Checks for a class of each of the two jars of the services' API. */
  private static boolean hasServices() {
    return MissingClass.isThere(API_SERVER, CLASS_PATH)
        && MissingClass.isThere(
            YarnConfiguration.DEFAULT_YARN_API_SYSTEM_SERVICES_CLASS, CLASS_PATH);
  }
}
