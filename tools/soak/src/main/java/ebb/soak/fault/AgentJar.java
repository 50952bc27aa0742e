package ebb.soak.fault;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** The jar with which classes of ours are loaded into another JVM. */
final class AgentJar {
  private AgentJar() {}

  static void write(Path jar, Manifest manifest, Stream<Class<?>> classes) {
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    List<Class<?>> all = classes.toList();
    try (OutputStream bytes = Files.newOutputStream(jar);
        var entries = new JarOutputStream(bytes, manifest)) {
      for (Class<?> each : all) {
        add(entries, "/" + each.getName().replace('.', '/') + ".class");
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + jar, e);
    }
  }

  private static void add(JarOutputStream entries, String name) throws IOException {
    entries.putNextEntry(new JarEntry(name.substring(1)));
    try (var bytes = Objects.requireNonNull(AgentJar.class.getResourceAsStream(name))) {
      bytes.transferTo(entries);
    }
    entries.closeEntry();
  }
}
