package ebb.hadoop.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ebb.hadoop.HadoopFolder;
import ebb.hosts.HostsFileParser;
import ebb.hosts.ListSource;
import ebb.hosts.ListSource.ListFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which time of writing the source gives with a list. */
class HadoopListSourceWriteTimeTest {

  @TempDir Path folder;

  HadoopFolder conf;
  ListSource source;

  @BeforeEach
  void makeFolder() throws Exception {
    conf = HadoopFolder.in(folder);
    source = EbbConfiguration.of(conf.path(), folder.resolve("data")).listSource();
  }

  /** Whatever tool puts the content back, and whatever age it gives to the file. */
  @ParameterizedTest(name = "{0}")
  @EnumSource(Tool.class)
  void shouldKnowThatAFileWasPutInPlaceJustNow(Tool tool) throws Exception {
    // given
    conf.exclude("nm1");
    Path list = conf.excludeFile();
    tool.prepare(list);
    Instant before = source.read().written().excludes().orElseThrow();
    await()
        .until(
            () ->
                Files.getLastModifiedTime(Files.createTempFile(folder, "now", ""))
                    .toInstant()
                    .isAfter(before));
    // when
    tool.putBack(list);
    // then
    assertThat(source.read().written().excludes().orElseThrow()).isAfter(before);
    assertThat(source.inspect().written().excludes().orElseThrow()).isAfter(before);
  }

  enum Tool {
    EDITOR {
      @Override
      void putBack(Path list) throws IOException {
        Files.writeString(list, "old");
      }
    },
    /** As {@code rsync -t} and {@code tar} do. */
    KEEPS_THE_TIME {
      @Override
      void putBack(Path list) throws IOException {
        Path copy = Files.writeString(list.resolveSibling("copy"), "old");
        Files.setLastModifiedTime(copy, LAST_YEAR);
        Files.move(copy, list, StandardCopyOption.REPLACE_EXISTING);
      }
    },
    MOVES_A_PREPARED_FILE {
      @Override
      void prepare(Path list) throws IOException {
        Files.writeString(list.resolveSibling("prepared"), "old");
      }

      @Override
      void putBack(Path list) throws IOException {
        Files.move(list.resolveSibling("prepared"), list, StandardCopyOption.ATOMIC_MOVE);
      }
    },
    LINKS_ANOTHER_FILE {
      @Override
      void prepare(Path list) throws IOException {
        Files.writeString(list.resolveSibling("old"), "old");
        Files.move(list, list.resolveSibling("new"));
        Files.createSymbolicLink(list, Path.of("new"));
      }

      @Override
      void putBack(Path list) throws IOException {
        Files.delete(list);
        Files.createSymbolicLink(list, Path.of("old"));
      }
    },
    /** As a deployment does whose releases are folders. */
    SWITCHES_A_LINK_BEHIND_A_LINK {
      @Override
      void prepare(Path list) throws IOException {
        Path cfg = Files.createDirectories(list.resolveSibling("cfg"));
        Files.writeString(Files.createDirectory(cfg.resolve("old")).resolve("exclude"), "old");
        Files.move(list, Files.createDirectory(cfg.resolve("new")).resolve("exclude"));
        Files.createSymbolicLink(cfg.resolve("current"), Path.of("../cfg/./new"));
        Files.createSymbolicLink(list, Path.of("cfg/current/exclude"));
      }

      @Override
      void putBack(Path list) throws IOException {
        Path current = list.resolveSibling("cfg").resolve("current");
        Files.delete(current);
        Files.createSymbolicLink(current, Path.of("../cfg/./old"));
      }
    };

    private static final FileTime LAST_YEAR = FileTime.from(Instant.parse("2025-01-01T00:00:00Z"));

    void prepare(Path list) throws IOException {}

    abstract void putBack(Path list) throws IOException;
  }

  /** Else a stale copy would pass for one that was written just now. */
  @Test
  void shouldNotTellOldContentThatItWasWrittenWithTheNew() throws Exception {
    conf.exclude("nm1");
    Path list = conf.excludeFile();
    Instant before = source.read().written().excludes().orElseThrow();

    ListFile found =
        HostListFile.read(
                ListFile.Kind.EXCLUDE,
                list,
                path -> {
                  byte[] old = HostsFileParser.bytes(path);
                  replaceLater(path, before);
                  return old;
                })
            .file();

    assertThat(found.writtenAt()).contains(before);
  }

  private static void replaceLater(Path list, Instant before) {
    await()
        .until(
            () -> {
              Files.writeString(list, "new");
              return Files.getLastModifiedTime(list).toInstant().isAfter(before);
            });
  }

  @Test
  void shouldNotTakeAFileForNewBecauseSomebodyHasReadIt() throws Exception {
    conf.exclude("nm1");
    Instant written = source.read().written().excludes().orElseThrow();

    Files.readAllBytes(conf.excludeFile());

    assertThat(source.read().written().excludes()).contains(written);
  }
}
