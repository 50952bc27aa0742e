package ebb.soak.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;

/** The wall clock of a JVM with an error that the test can set while the JVM runs. */
public final class WrongClock {
  private final Path folder;
  private final Path file;

  private WrongClock(Path folder, Path file) {
    this.folder = folder;
    this.file = file;
  }

  /**
   * Prepares the option with which to start a JVM.
   *
   * @param folder gets the agent's files
   * @param name of the clock, unique in this folder
   * @param offset initial error, added to the time
   */
  public static WrongClock of(Path folder, String name, Duration offset) {
    var clock = new WrongClock(folder, folder.resolve(name + ".offset"));
    clock.set(offset);
    return clock;
  }

  /** Sets the error. The JVM applies it within a tenth of a second. */
  public void set(Duration offset) {
    Path next = file.resolveSibling(file.getFileName() + ".next");
    try {
      Files.writeString(next, Long.toString(offset.toMillis()));
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + file, e);
    }
  }

  public String jvmOption() {
    Path offset = folder.resolve("clock-offset.jar");
    Path agent = folder.resolve("wrong-clock.jar");
    AgentJar.write(offset, new Manifest(), Stream.of(ClockOffset.class));
    AgentJar.write(
        agent,
        manifest(offset),
        Stream.concat(
            Stream.of(WrongClockAgent.class),
            Stream.of(WrongClockAgent.class.getDeclaredClasses())));
    return "-javaagent:" + agent + "=" + file;
  }

  private static Manifest manifest(Path bootClassPath) {
    var manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.putValue("Premain-Class", WrongClockAgent.class.getName());
    main.putValue("Can-Retransform-Classes", "true");
    main.putValue("Boot-Class-Path", bootClassPath.getFileName().toString());
    try {
      var asm = ClassReader.class.getProtectionDomain().getCodeSource().getLocation();
      main.put(Attributes.Name.CLASS_PATH, asm.toURI().toString());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("The library has no place", e);
    }
    return manifest;
  }
}
