package ebb.cli.options;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Prints at Ctrl-C that the operation continues without this command. Close it when there is
 * nothing more to watch.
 */
public final class DetachNotice implements AutoCloseable {
  /** Written by the thread of the command, read by the thread that ends the process. */
  private volatile String message;

  private final Thread hook;

  private DetachNotice(String message, RmOptions output) {
    this.message = message;
    this.hook = new Thread(() -> tell(output), "goes-on");
  }

  /** Prints the message below the line in which the terminal shows Ctrl-C. */
  private void tell(RmOptions output) {
    output.note("");
    output.note(message);
  }

  /** The notice to use while the id of the operation is not known yet. */
  public static DetachNotice whileAsking(RmOptions output) {
    DetachNotice made =
        new DetachNotice(
            "ebb: interrupted; the ResourceManager may have accepted the request and then"
                + " continues. Look with: ebb operations"
                + output.sameRm(),
            output);
    Runtime.getRuntime().addShutdownHook(made.hook);
    return made;
  }

  public void named(String operation, RmOptions output) {
    named(List.of(operation), output);
  }

  /**
   * @param operations at least one
   */
  public void named(List<String> operations, RmOptions output) {
    boolean one = operations.size() == 1;
    message =
        "ebb: stopped watching; "
            + (one ? "operation " : "operations ")
            + String.join(", ", operations)
            + (one ? " continues" : " continue")
            + " in the ResourceManager. Watch "
            + (one ? "it" : "them")
            + " again with: "
            + operations.stream()
                .map(each -> "ebb watch " + each + output.sameRm())
                .collect(Collectors.joining("; "));
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending already: what the hook prints is true.
    }
  }
}
