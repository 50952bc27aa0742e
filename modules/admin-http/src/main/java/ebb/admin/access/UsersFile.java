package ebb.admin.access;

import ebb.files.ConfiguredFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executor;

/** The users file on disk. */
final class UsersFile {
  private UsersFile() {}

  static ReloadingFile<Users> open(Path file, Executor blocking) {
    return new ReloadingFile<>(List.of(file), () -> read(file), blocking);
  }

  /**
   * Reads the file. Blocks, for a bounded time.
   *
   * @throws IllegalArgumentException with a one-line message that names the file
   */
  static Users read(Path file) {
    try {
      // Rejects content that is not UTF-8.
      String text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(ConfiguredFile.readInTime(file)))
              .toString();
      return Users.parse(file.toString(), text.lines().toList());
    } catch (IOException e) {
      throw ConfiguredFile.unusable(file, e);
    }
  }
}
