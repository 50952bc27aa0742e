package ebb.scenarios;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import net.bytebuddy.jar.asm.ClassReader;

/** What a JVM is started with so that its wall clock is wrong. */
final class WrongClock {
  private WrongClock() {}

  /**
   * Makes the option.
   *
   * @param folder gets the agent's file
   * @param offset what is added to the time
   */
  static String jvmOption(Path folder, Duration offset) {
    Path jar = folder.resolve("wrong-clock.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        var entries = new JarOutputStream(file, manifest())) {
      List<Class<?>> agent = new ArrayList<>(List.of(WrongClockAgent.class.getDeclaredClasses()));
      agent.add(WrongClockAgent.class);
      for (Class<?> each : agent) {
        add(entries, "/" + each.getName().replace('.', '/') + ".class");
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + jar, e);
    }
    return "-javaagent:" + jar + "=" + offset.toMillis();
  }

  private static Manifest manifest() {
    var manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Premain-Class", WrongClockAgent.class.getName());
    main.putValue("Can-Retransform-Classes", "true");
    try {
      var asm = ClassReader.class.getProtectionDomain().getCodeSource().getLocation();
      main.put(Attributes.Name.CLASS_PATH, asm.toURI().toString());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("The library has no place", e);
    }
    return manifest;
  }

  private static void add(JarOutputStream entries, String name) throws IOException {
    entries.putNextEntry(new JarEntry(name.substring(1)));
    try (var bytes = Objects.requireNonNull(WrongClock.class.getResourceAsStream(name))) {
      bytes.transferTo(entries);
    }
    entries.closeEntry();
  }
}
