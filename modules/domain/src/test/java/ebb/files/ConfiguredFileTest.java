package ebb.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class ConfiguredFileTest {
  @TempDir Path folder;

  @Test
  void shouldReadARegularFileAndOneThatALinkLeadsTo() throws Exception {
    Path file = Files.writeString(folder.resolve("users"), "anna");
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);

    assertThat(ConfiguredFile.readInTime(file)).isEqualTo("anna".getBytes(UTF_8));
    assertThat(ConfiguredFile.readInTime(link)).isEqualTo("anna".getBytes(UTF_8));
  }

  @Test
  void shouldSeeEachChangeThatWasMadeBefore() throws Exception {
    Path file = folder.resolve("users");
    for (int i = 0; i < 200; i++) {
      Files.writeString(file, "" + i);
      assertThat(ConfiguredFile.readInTime(file)).isEqualTo(("" + i).getBytes(UTF_8));
    }
  }

  @Test
  void shouldRefuseAPipeAndWaitForNobody() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

    assertThatThrownBy(() -> ConfiguredFile.readInTime(pipe))
        .isInstanceOf(IOException.class)
        .hasMessage("it is a pipe, a socket or a device");
  }

  @Test
  void shouldRefuseADeviceAFolderAndWhatIsNotThere() {
    assertThatThrownBy(() -> ConfiguredFile.readInTime(Path.of("/dev/zero")))
        .hasMessage("it is a pipe, a socket or a device");
    assertThatThrownBy(() -> ConfiguredFile.readInTime(folder)).hasMessage("it is a folder");
    assertThatThrownBy(() -> ConfiguredFile.readInTime(folder.resolve("none")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void shouldRefuseALargeFileBeforeItIsInMemory() throws Exception {
    Path large = folder.resolve("large");
    try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
      file.setLength(8L * 1024 * 1024 * 1024);
    }

    assertThatThrownBy(() -> ConfiguredFile.readInTime(large)).hasMessage("larger than 4 MiB");
  }
}
