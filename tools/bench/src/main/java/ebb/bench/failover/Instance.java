package ebb.bench.failover;

import ebb.bench.rm.RmJvm;
import ebb.demo.process.ManagedProcess;
import ebb.demo.process.ProcessGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One ResourceManager in its own JVM. */
final class Instance {
  private final int index;
  private final Path log;
  private final ManagedProcess process;

  private Instance(int index, Path log, ManagedProcess process) {
    this.index = index;
    this.log = log;
    this.process = process;
  }

  /** Returns before it serves. */
  static Instance start(ClusterSite site, int index, int heapMegabytes, ProcessGroup processes)
      throws IOException {
    String name = ClusterSite.name(index);
    Path data = site.root().resolve(name);
    Files.createDirectories(data);
    Path logs = data.resolve("logs"); // As in Ebb itself.
    List<String> words = new ArrayList<>(RmJvm.ofEbb(site.conf(), logs, site.tmp(), heapMegabytes));
    words.addAll(List.of("ebb.app.Main", "start"));
    if (site.isOfSeveral()) {
      words.addAll(List.of("--instance", name));
    }
    words.addAll(List.of("--conf", site.conf().toString(), "--data", data.toString()));
    return new Instance(
        index, RmJvm.log(logs), processes.start(name, words, data.resolve("output.log")));
  }

  /** Its index in the site, from 0. */
  int index() {
    return index;
  }

  /** Its log file, which is separate from its standard output. */
  Path log() {
    return log;
  }

  ManagedProcess process() {
    return process;
  }
}
