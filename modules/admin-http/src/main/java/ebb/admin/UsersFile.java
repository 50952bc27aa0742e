package ebb.admin;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** The users file on disk. */
final class UsersFile {
  private UsersFile() {}

  static FileBacked<Users> open(Path file) {
    return new FileBacked<>(List.of(file), () -> read(file));
  }

  /**
   * @throws IllegalArgumentException in one line that names the file
   */
  static Users read(Path file) {
    try {
      return Users.parse(file.toString(), Files.readAllLines(file, StandardCharsets.UTF_8));
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(file + " cannot be read: no such file", e);
    } catch (IOException e) {
      throw new IllegalArgumentException(file + " cannot be read: " + e, e);
    }
  }
}
