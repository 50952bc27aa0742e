package ebb.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The user who runs the server. PostgreSQL refuses to run as root, so root runs it as nobody; other
 * users run it themselves.
 */
enum ServerUser {
  ONESELF(""),
  NOBODY_BY_SETPRIV("setpriv --reuid=nobody --regid=65534 --clear-groups --"),
  NOBODY_BY_RUNUSER("runuser -u nobody --");

  private static final String NOBODY = "nobody";

  private final String prefix;

  ServerUser(String prefix) {
    this.prefix = prefix;
  }

  /**
   * @throws PostgresException if this user is root, and there is no tool to change the user
   */
  static ServerUser find() {
    if (uid() != 0) {
      return ONESELF;
    }
    return Stream.of(NOBODY_BY_SETPRIV, NOBODY_BY_RUNUSER)
        .filter(user -> isOnPath(user.prefix.substring(0, user.prefix.indexOf(' '))))
        .findFirst()
        .orElseThrow(
            () ->
                new PostgresException(
                    "PostgreSQL does not run as root, and neither setpriv nor runuser is there"));
  }

  /** The user id of this process. */
  static int uid() {
    try {
      return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    } catch (IOException e) {
      throw new PostgresException("Only Linux is supported here", e);
    }
  }

  /** The command to run it as this user. It uses exec, so that the process id stays the same. */
  List<String> run(List<String> command) {
    return Stream.concat(
            Stream.of(prefix.split(" ", -1)).filter(word -> !word.isEmpty()), command.stream())
        .toList();
  }

  /** Makes the user the owner of a file or an empty folder. */
  void own(Path path) throws IOException {
    if (this != ONESELF) {
      Files.setOwner(
          path, path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(NOBODY));
    }
  }

  private static boolean isOnPath(String tool) {
    return Stream.of(System.getenv().getOrDefault("PATH", "/usr/bin:/bin:/usr/sbin").split(":", -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, tool)));
  }
}
