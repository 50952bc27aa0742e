package ebb.journal.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.journal.JournalCreation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who may read what, and what a link in the place of a file leads to. */
class OwnerOnlyTest {
  @TempDir private Path outside;

  private Path folder;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createDirectory(outside.resolve("journal"));
  }

  @Test
  void shouldMakeFoldersAndFilesOfTheOwnerAlone() throws IOException {
    Path made = OwnerOnly.folder(outside.resolve("new/below"));
    OwnerOnly.open(made.resolve("lock")).close();
    OwnerOnly.replace(made.resolve("journal.db")).close();

    assertThat(mode(outside.resolve("new"))).isEqualTo("rwx------");
    assertThat(mode(made)).isEqualTo("rwx------");
    assertThat(mode(made.resolve("lock"))).isEqualTo("rw-------");
    assertThat(mode(made.resolve("journal.db"))).isEqualTo("rw-------");
  }

  /**
   * As an earlier release made them, as a copy got them, or as Kubernetes gives them to a group.
   */
  @Test
  void shouldNarrowWhatIsThere() throws IOException {
    Path below = Files.createDirectory(folder.resolve("native"));
    Path file = Files.writeString(folder.resolve("journal.db"), "x");
    Path library = Files.writeString(below.resolve("lib.so"), "x");
    setMode(folder, "rwxrwxr-x");
    setMode(below, "rwxrwxrwx");
    setMode(file, "rw-rw-r--");
    setMode(library, "rwxr-xr-x");

    assertThat(OwnerOnly.narrow(folder))
        .containsExactly(
            "Other users could reach "
                + folder
                + " (mode rwxrwxr-x); 4 files and folders are now accessible to this user only");
    assertThat(OwnerOnly.narrow(folder)).isEmpty();
    assertThat(Stream.of(folder, below, file, library).map(OwnerOnlyTest::mode))
        .containsExactly("rwx------", "rwx------", "rw-------", "rwx------");
  }

  /** A home directory, or the folder of several services. */
  @Test
  void shouldLeaveAloneWhatIsNotEbbs() throws IOException {
    Path journal = Files.createDirectory(folder.resolve("journal"));
    Path secret = Files.writeString(journal.resolve("journal.db"), "x");
    Path page = Files.writeString(folder.resolve("index.html"), "x");
    Path site = Files.createDirectory(folder.resolve("public"));
    Path inSite = Files.writeString(site.resolve("journal"), "x");
    setMode(folder, "rwxr-xr-x");
    setMode(journal, "rwxr-xr-x");
    setMode(site, "rwxr-xr-x");
    for (Path file : List.of(secret, page, inSite)) {
      setMode(file, "rw-r--r--");
    }

    assertThat(OwnerOnly.narrow(folder, "journal"::equals))
        .hasSize(2)
        .first()
        .asString()
        .contains("2 files and folders");
    assertThat(Stream.of(folder, journal, secret).map(OwnerOnlyTest::mode))
        .containsExactly("rwxr-xr-x", "rwx------", "rw-------");
    assertThat(Stream.of(page, site, inSite).map(OwnerOnlyTest::mode))
        .containsExactly("rw-r--r--", "rwxr-xr-x", "rw-r--r--");
  }

  @Test
  void shouldNarrowNothingThatALinkLeadsTo() throws IOException {
    Path elsewhere = Files.writeString(outside.resolve("elsewhere"), "x");
    Path shared = Files.createDirectory(outside.resolve("shared"));
    setMode(elsewhere, "rw-r--r--");
    setMode(shared, "rwxrwxrwx");
    Files.createSymbolicLink(folder.resolve("file"), elsewhere);
    Files.createSymbolicLink(folder.resolve("folder"), shared);

    assertThat(OwnerOnly.narrow(folder)).hasSize(1);
    assertThat(mode(elsewhere)).isEqualTo("rw-r--r--");
    assertThat(mode(shared)).isEqualTo("rwxrwxrwx");
  }

  @Test
  void shouldNotWriteWhereALinkLeadsTo() throws IOException {
    Path elsewhere = Files.writeString(outside.resolve("elsewhere"), "precious");
    Path nowhere = outside.resolve("nowhere");
    Files.createSymbolicLink(folder.resolve("lock"), nowhere);
    Files.createSymbolicLink(folder.resolve("part"), elsewhere);

    assertThatThrownBy(() -> OwnerOnly.open(folder.resolve("lock")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("lock: is a symbolic link");
    OwnerOnly.replace(folder.resolve("part")).close();

    assertThat(nowhere).doesNotExist();
    assertThat(elsewhere).hasContent("precious");
    assertThat(folder.resolve("part")).isRegularFile().isEmptyFile();
  }

  /** Whoever may write to a folder for copies must not choose which file the journal locks. */
  @Test
  void shouldRefuseAJournalWithALinkInPlaceOfItsLock() throws IOException {
    Files.createSymbolicLink(folder.resolve("lock"), outside.resolve("nowhere"));

    assertThatThrownBy(() -> JournalCreation.create(JournalSettings.in(folder)))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining(folder.resolve("lock").toString());
    assertThat(outside.resolve("nowhere")).doesNotExist();
  }

  @Test
  void shouldRefuseALinkThatOthersWouldFollow() throws IOException {
    Files.createSymbolicLink(folder.resolve("native"), outside);

    assertThatThrownBy(() -> OwnerOnly.requireNoLink(folder.resolve("native")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is a symbolic link");
  }

  @ParameterizedTest
  @CsvSource({
    "rw-r--r--, can be read by every user (mode rw-r--r--)",
    "rw-rw----, can be written by its group (mode rw-rw----)",
    "rw----rw-, can be written by every user (mode rw----rw-)",
  })
  void shouldSayWhatOthersCanDoWithASecret(String mode, String danger) throws IOException {
    Path secret = Files.writeString(folder.resolve("password"), "x");
    Files.createSymbolicLink(folder.resolve("link"), secret);
    setMode(secret, mode);
    assertThat(OwnerOnly.exposure(secret)).contains(secret + " " + danger);
    assertThat(OwnerOnly.exposure(folder.resolve("link")))
        .contains(folder.resolve("link") + " " + danger);
  }

  /** Kubernetes hands out secrets by their group. */
  @ParameterizedTest
  @CsvSource({"rw-------", "r--------", "r--r-----"})
  void shouldAcceptASecretOfTheOwnerAndItsReaders(String mode) throws IOException {
    Path secret = Files.writeString(folder.resolve("password"), "x");
    setMode(secret, mode);
    assertThat(OwnerOnly.exposure(secret)).isEmpty();
    assertThat(OwnerOnly.exposure(folder.resolve("missing"))).isEmpty();
  }

  /** Whoever may write to the folder, or to one above it, puts another file in its place. */
  @Test
  void shouldSayThatEveryUserCanReplaceASecret() throws IOException {
    Path keys = Files.createDirectory(folder.resolve("keys"));
    Path secret = Files.writeString(keys.resolve("password"), "x");
    Path link = Files.createSymbolicLink(outside.resolve("link"), secret);
    setMode(secret, "rw-------");
    assertThat(OwnerOnly.exposure(secret)).isEmpty();
    // when
    setMode(folder, "rwxrwxrwx");
    // then
    String danger = " can be replaced by every user: " + folder + " has mode rwxrwxrwx";
    assertThat(OwnerOnly.exposure(secret)).contains(secret + danger);
    assertThat(OwnerOnly.changeability(secret)).contains(secret + danger);
    assertThat(OwnerOnly.exposure(link)).contains(link + danger);
    // where nobody can remove what is another one's, as in /tmp
    Files.setAttribute(folder, "unix:mode", 01777);
    assertThat(OwnerOnly.exposure(secret)).isEmpty();
  }

  /** As where a link in the data folder leads to a folder of a larger disk. */
  @Test
  void shouldLockAJournalWithoutTouchingWhatIsNotOfIt() throws Exception {
    Path page = Files.writeString(folder.resolve("index.html"), "x");
    Path old = Files.writeString(folder.resolve("journal.db"), "x");
    setMode(folder, "rwxr-xr-x");
    setMode(page, "rw-r--r--");
    setMode(old, "rw-r--r--");

    FolderLock.of(Files.createSymbolicLink(outside.resolve("data"), folder)).close();

    assertThat(Stream.of(folder, page, old).map(OwnerOnlyTest::mode))
        .containsExactly("rwxr-xr-x", "rw-r--r--", "rw-------");
    // when there is nothing else
    Files.delete(page);
    FolderLock.of(folder).close();
    assertThat(mode(folder)).isEqualTo("rwx------");
  }

  /** Else they would put another journal in its place, whatever the mode of its files. */
  @Test
  void shouldLetNobodyReplaceAJournalBesideWhatIsNotOfIt() throws Exception {
    Path page = Files.writeString(folder.resolve("index.html"), "x");
    setMode(folder, "rwxrwxrwx");
    setMode(page, "rw-rw-rw-");

    assertThat(OwnerOnly.narrow(folder, "journal.db"::equals))
        .hasSize(2)
        .satisfies(
            lines -> {
              assertThat(lines.get(0))
                  .isEqualTo(
                      "Other users could replace what is in "
                          + folder
                          + " (mode rwxrwxrwx); only its owner can now");
              assertThat(lines.get(1))
                  .startsWith("Other users can reach " + folder)
                  .contains("mode rwxr-xr-x; what is made in it is this user's alone");
            });
    assertThat(mode(folder)).isEqualTo("rwxr-xr-x");
    assertThat(mode(page)).isEqualTo("rw-rw-rw-");
  }

  /** There nobody can remove or rename what is another one's. */
  @Test
  void shouldLeaveAFolderLikeTmpAsItIs() throws Exception {
    Files.writeString(folder.resolve("index.html"), "x");
    Files.setAttribute(folder, "unix:mode", 01777);

    assertThat(OwnerOnly.narrow(folder, "journal.db"::equals))
        .singleElement()
        .asString()
        .endsWith("mode rwxrwxrwx; what is made in it is this user's alone");
    assertThat(Files.getAttribute(folder, "unix:mode")).isEqualTo(041777);
  }

  /** As on a volume of another user, whose mode cannot be changed. */
  @ParameterizedTest
  @CsvSource({
    "rwxrwxr-x, Other users can replace the journal",
    "rwxr-xrwx, Other users can replace the journal",
    "rwxr-xr-x, Other users can reach",
  })
  void shouldSayWhatOthersCanStillDo(String mode, String danger) throws IOException {
    setMode(folder, mode);

    assertThat(OwnerOnly.stillOpen(folder, Files.readAttributes(folder, PosixFileAttributes.class)))
        .startsWith(danger)
        .contains(folder + ", which belongs to ", "mode " + mode);
  }

  private static String mode(Path path) {
    try {
      return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static void setMode(Path path, String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }
}
