package ebb.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The distribution's launcher, with a java that only says what it was told. */
class LauncherTest {
  private static final Path DIST = Path.of("src", "dist", "bin");

  @TempDir Path folder;
  private Path home;
  private Path java;

  @BeforeEach
  void unpack() throws IOException {
    folder = folder.toRealPath();
    home = folder.resolve("ebb");
    for (String name : List.of("bin", "lib", "ext")) {
      Files.createDirectories(home.resolve(name));
    }
    for (String name : List.of("ebb", "launcher.sh")) {
      Files.copy(DIST.resolve(name), home.resolve("bin").resolve(name));
    }
    Files.createFile(home.resolve("lib/b.jar"));
    Files.createFile(home.resolve("lib/a.jar"));
    Files.createFile(home.resolve("lib/ebb-cli-1.jar"));
    java = Files.createDirectories(folder.resolve("java/bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void shouldPutPlugInsBehindEbbsOwnJars() throws Exception {
    Files.createFile(home.resolve("ext/rules.jar"));

    assertThat(classPath(Map.of("EBB_CLASSPATH", "/opt/ranger/*:/opt/x.jar"), "config", "check"))
        .containsExactly(
            home + "/lib/a.jar",
            home + "/lib/b.jar",
            home + "/lib/ebb-cli-1.jar",
            home + "/ext",
            home + "/ext/rules.jar",
            "/opt/ranger/*",
            "/opt/x.jar");
  }

  @Test
  void shouldDoWithoutTheFolder() throws Exception {
    Files.delete(home.resolve("ext"));

    assertThat(classPath(Map.of(), "start", "--data", folder.resolve("data").toString()))
        .containsExactly(home + "/lib/a.jar", home + "/lib/b.jar", home + "/lib/ebb-cli-1.jar");
  }

  /** It runs no plug-in, and is to answer in a moment. */
  @Test
  void shouldLeavePlugInsOutOfACommandThatOnlyAsks() throws Exception {
    Files.createFile(home.resolve("ext/rules.jar"));

    assertThat(classPath(Map.of("EBB_CLASSPATH", "/opt/x.jar"), "nodes"))
        .contains(home + "/lib/ebb-cli-1.jar")
        .noneMatch(part -> part.contains("ext") || part.contains("/opt"));
  }

  @Test
  void shouldWriteNothingToExplainStart() throws Exception {
    Path data = folder.resolve("data");

    classPath(Map.of(), "start", "--help");
    classPath(Map.of(), "start", "--data", data.toString(), "-h");

    assertThat(home.resolve("data")).doesNotExist();
    assertThat(data).doesNotExist();
    // unlike a start
    classPath(Map.of(), "start", "--data", data.toString());
    assertThat(data).isDirectory();
  }

  private List<String> classPath(Map<String, String> environment, String... arguments)
      throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("bash", home.resolve("bin/ebb").toString()).redirectErrorStream(true);
    builder.command().addAll(List.of(arguments));
    builder.environment().keySet().removeIf(name -> name.startsWith("EBB_"));
    builder.environment().put("JAVA_HOME", folder.resolve("java").toString());
    builder.environment().put("EBB_NO_CACHE", "1");
    builder.environment().putAll(environment);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    List<String> words = said.lines().toList();
    return List.of(words.get(words.indexOf("-cp") + 1).split(":"));
  }
}
