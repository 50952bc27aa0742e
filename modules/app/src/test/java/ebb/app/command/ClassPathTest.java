package ebb.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathTest {
  @TempDir Path folder;

  @Test
  void shouldNameWhatJavaWouldLeaveOutInSilence() throws Exception {
    Path jar = Files.createFile(folder.resolve("rules.jar"));

    assertThat(ClassPath.problemsOf(jar + ":" + folder)).isEmpty();
    assertThat(ClassPath.problemsOf(jar + ":/nowhere/rules.jar:/nowhere/*"))
        .containsExactly(
            "/nowhere/rules.jar on the class path cannot be read; correct EBB_CLASSPATH, or the"
                + " file's mode",
            "/nowhere/* on the class path names no jar; correct EBB_CLASSPATH");
  }
}
