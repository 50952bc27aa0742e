package ebb.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import ebb.cli.client.CommandException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file that does not end must not keep a start waiting. */
@Timeout(60)
class ConfFolderTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"ebb.conf", "rm1.conf"})
  void shouldRefuseAPipeInOneLine(String name) throws Exception {
    Files.writeString(folder.resolve("rm1.conf"), "");
    ConfFolder conf = ConfFolder.at(folder).of("rm1");
    Files.deleteIfExists(folder.resolve(name));
    mkfifo(folder.resolve(name));

    assertThatThrownBy(() -> conf.ebbConf(ConfigFactory.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(folder.resolve(name) + " cannot be read: it is a pipe, a socket or a device");
  }

  @Test
  void shouldLogAsByDefaultWhenLogbacksFileIsAPipe() throws Exception {
    mkfifo(folder.resolve("logback.xml"));

    assertThat(ConfFolder.at(folder).logback()).isEmpty();
  }

  @Test
  void shouldSayThatNoInstanceHasAFileThere() throws Exception {
    Files.writeString(folder.resolve("ebb.conf"), "");

    assertThatThrownBy(() -> ConfFolder.at(folder).of("rm1"))
        .isInstanceOf(CommandException.class)
        .hasMessage(
            "nothing of an instance rm1 in "
                + folder
                + "; no instance has a NAME.conf there: leave --instance out, or make "
                + folder.resolve("rm1.conf"));
  }

  private static void mkfifo(Path pipe) throws Exception {
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
  }
}
