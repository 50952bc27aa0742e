package ebb.scenarios.security;

import ebb.demo.cluster.Installation;
import ebb.demo.cluster.LoopbackCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** The launcher of Ebb's distribution, unpacked in the folder of a cluster. */
public record Launcher(Path file) {

  /** As in the unpacked distribution. */
  public static Launcher install(LoopbackCluster cluster) throws IOException {
    Path home = Files.createDirectory(cluster.folder().root().resolve("ebb"));
    Path lib = Installation.find().resourceManagerLib();
    Files.createSymbolicLink(home.resolve("lib"), lib);
    Path scripts = lib.resolve("../../../src/dist/bin").normalize();
    Path bin = Files.createDirectory(home.resolve("bin"));
    for (String name : List.of("ebb", "launcher.sh")) {
      Files.copy(scripts.resolve(name), bin.resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
    }
    return new Launcher(bin.resolve("ebb"));
  }

  /**
   * Turns a command without a launcher into one that uses it.
   *
   * @param java runs Ebb's main class
   */
  public List<String> command(List<String> java) {
    List<String> words = new ArrayList<>(List.of(file.toString()));
    words.addAll(java.subList(java.indexOf("ebb.app.Main") + 1, java.size()));
    return words;
  }
}
