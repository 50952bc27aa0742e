package ebb.demo.cluster;

import ebb.demo.process.JavaCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The configuration files of a cluster: what a site would write, plus settings that make three
 * NodeManagers and a job fit on a small machine and reconnect quickly.
 */
final class ClusterConfigFiles {
  /** The log configuration of Hadoop's own ResourceManager. */
  static final String YARN_LOGBACK = "yarn-logback.xml";

  private final ClusterFolder folder;
  private final InstanceSettings instances;
  private final Installation installation;

  ClusterConfigFiles(ClusterFolder folder, InstanceSet instances, Installation installation) {
    this.folder = folder;
    this.instances = new InstanceSettings(folder.conf(), instances);
    this.installation = installation;
  }

  /**
   * Writes all files.
   *
   * @param extra properties of {@code yarn-site.xml}, which override the others
   */
  void write(Path excludeFile, Map<String, String> extra) {
    Path conf = folder.conf();
    Map<String, String> yarn = yarnSite(excludeFile);
    yarn.putAll(extra);
    HadoopXml.write(conf.resolve("yarn-site.xml"), yarn);
    HadoopXml.write(conf.resolve("core-site.xml"), coreSite());
    HadoopXml.write(conf.resolve("mapred-site.xml"), mapredSite());
    HadoopXml.write(conf.resolve("capacity-scheduler.xml"), capacityScheduler());
    writeText(conf.resolve("log4j.properties"), log4j());
    writeText(conf.resolve(YARN_LOGBACK), yarnLogback());
    writeText(httpSecret(), "for this cluster only\n");
    instances.write();
  }

  private Map<String, String> yarnSite(Path excludeFile) {
    var yarn = new LinkedHashMap<>(instances.addresses());
    yarn.put("yarn.resourcemanager.nodes.exclude-path", excludeFile.toString());
    yarn.put("yarn.resourcemanager.decommissioning-nodes-watcher.poll-interval-secs", "1");
    yarn.put("yarn.resourcemanager.nodemanagers.heartbeat-interval-ms", "500");
    yarn.put("yarn.resourcemanager.recovery.enabled", "true");
    yarn.put("yarn.resourcemanager.work-preserving-recovery.enabled", "true");
    yarn.put("yarn.resourcemanager.work-preserving-recovery.scheduling-wait-ms", "1000");
    yarn.put("yarn.scheduler.minimum-allocation-mb", "128");
    yarn.put("yarn.scheduler.maximum-allocation-mb", "512");

    // Clients, application masters and NodeManagers reconnect soon.
    yarn.put("yarn.resourcemanager.connect.retry-interval.ms", "500");
    yarn.put("yarn.resourcemanager.connect.max-wait.ms", "120000");
    // An application master soon gives up on a NodeManager that has gone.
    yarn.put("yarn.client.nodemanager-connect.retry-interval-ms", "500");
    yarn.put("yarn.client.nodemanager-connect.max-wait-ms", "3000");

    String host = "${" + NodeManagerProcess.HOST + "}";
    String own = folder.nodes().resolve(host).toString();
    yarn.put("yarn.nodemanager.address", host + ":0");
    yarn.put("yarn.nodemanager.localizer.address", host + ":0");
    yarn.put("yarn.nodemanager.webapp.address", host + ":0");
    // Without it a NodeManager listens on all addresses of the machine.
    yarn.put("yarn.nodemanager.bind-host", host);
    yarn.put("yarn.nodemanager.local-dirs", own + "/local");
    yarn.put("yarn.nodemanager.log-dirs", own + "/containers");
    yarn.put("yarn.nodemanager.remote-app-log-dir", folder.tmp().resolve("app-logs").toString());
    yarn.put("yarn.nodemanager.resource.memory-mb", "640");
    yarn.put("yarn.nodemanager.resource.cpu-vcores", "8");
    // The address space that a JVM reserves says nothing about its use of memory.
    yarn.put("yarn.nodemanager.vmem-check-enabled", "false");
    yarn.put("yarn.nodemanager.pmem-check-enabled", "false");
    // The disk of this machine may be nearly full.
    yarn.put(
        "yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", "100");
    yarn.put("yarn.nodemanager.aux-services", "mapreduce_shuffle");
    yarn.put(
        "yarn.nodemanager.aux-services.mapreduce_shuffle.class",
        "org.apache.hadoop.mapred.ShuffleHandler");
    // A stopping NodeManager waits for logs that are due for deletion later. Let it forget them at
    // once, but keep the files.
    yarn.put("yarn.nodemanager.log.retain-seconds", "1");
    yarn.put("yarn.nodemanager.delete.debug-delay-sec", "-1");
    yarn.put("yarn.nodemanager.process-kill-wait.ms", "500");
    yarn.put("yarn.application.classpath", folder.conf() + "," + nodeManagerClassPath());
    return yarn;
  }

  private Map<String, String> coreSite() {
    var core = new LinkedHashMap<String, String>();
    core.put("fs.defaultFS", "file:///");
    core.put("hadoop.tmp.dir", folder.tmp().resolve("hadoop").toString());
    core.put("hadoop.http.authentication.signature.secret.file", httpSecret().toString());
    core.put("ipc.client.connect.max.retries", "1");
    core.put("ipc.client.connect.retry.interval", "200");
    return core;
  }

  private Map<String, String> mapredSite() {
    var mapred = new LinkedHashMap<String, String>();
    mapred.put("mapreduce.framework.name", "yarn");
    mapred.put("mapreduce.application.classpath", nodeManagerClassPath());
    // Here and not in yarn-site.xml, where mapred-default.xml would win.
    mapred.put("mapreduce.shuffle.port", "0");
    mapred.put("yarn.app.mapreduce.am.staging-dir", folder.tmp().resolve("staging").toString());
    mapred.put("mapreduce.cluster.local.dir", folder.tmp().resolve("mapred").toString());
    mapred.put("yarn.app.mapreduce.am.resource.mb", "128");
    mapred.put("yarn.app.mapreduce.am.command-opts", taskJvm(128));
    mapred.put("mapreduce.map.memory.mb", "256");
    mapred.put("mapreduce.map.java.opts", taskJvm(64));
    mapred.put("mapreduce.reduce.memory.mb", "256");
    mapred.put("mapreduce.reduce.java.opts", taskJvm(64));
    mapred.put("mapreduce.task.io.sort.mb", "4");
    // A reducer that waits for maps would keep its node from running out of containers.
    mapred.put("mapreduce.job.reduce.slowstart.completedmaps", "1.0");
    mapred.put("mapreduce.map.speculative", "false");
    mapred.put("mapreduce.reduce.speculative", "false");
    // There is no history server, so the client has to see the end while the application master
    // lives.
    mapred.put("mapreduce.client.progressmonitor.pollinterval", "500");
    mapred.put("mapreduce.client.completion.pollinterval", "500");
    return mapred;
  }

  private static Map<String, String> capacityScheduler() {
    var scheduler = new LinkedHashMap<String, String>();
    scheduler.put("yarn.scheduler.capacity.root.queues", "default");
    scheduler.put("yarn.scheduler.capacity.root.default.capacity", "100");
    scheduler.put("yarn.scheduler.capacity.maximum-am-resource-percent", "1.0");
    // One container for each heartbeat, so that a job spreads over the nodes.
    scheduler.put("yarn.scheduler.capacity.per-node-heartbeat.maximum-container-assignments", "1");
    return scheduler;
  }

  private static String log4j() {
    return """
    log.level=INFO
    log4j.rootLogger=${log.level},console
    log4j.appender.console=org.apache.log4j.ConsoleAppender
    log4j.appender.console.target=System.err
    log4j.appender.console.layout=org.apache.log4j.PatternLayout
    log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %p %c{2}: %m%n
    """;
  }

  private static String yarnLogback() {
    return """
    <configuration>
      <appender name="STDERR" class="ch.qos.logback.core.ConsoleAppender">
        <target>System.err</target>
        <encoder><pattern>%d %p %c{0}: %m%n</pattern></encoder>
      </appender>
      <root level="INFO"><appender-ref ref="STDERR"/></root>
    </configuration>
    """;
  }

  private String taskJvm(int heapMegabytes) {
    return Stream.of(
            List.of("-Xmx" + heapMegabytes + "m"),
            JavaCommand.SMALL_JVM,
            installation.nodeManagerOptions())
        .flatMap(List::stream)
        .collect(Collectors.joining(" "));
  }

  private String nodeManagerClassPath() {
    return installation.nodeManagerLib() + "/*";
  }

  private Path httpSecret() {
    return folder.conf().resolve("http-secret");
  }

  private static void writeText(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + file, e);
    }
  }
}
