package ebb.soak.fault;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** Fills the heap of a running JVM of this user. */
public final class FullHeap {
  private FullHeap() {}

  /**
   * Returns when it has begun.
   *
   * @param folder gets the agent's jar
   * @throws IOException if the JVM has ended, or ends because of it
   */
  public static void of(long pid, Path folder, Duration lasts) throws IOException {
    Path jar = folder.resolve("full-heap-" + pid + ".jar");
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().putValue("Agent-Class", FullHeapAgent.class.getName());
    AgentJar.write(jar, manifest, Stream.of(FullHeapAgent.class));
    try {
      VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
      try {
        jvm.loadAgent(jar.toString(), Long.toString(lasts.toMillis()));
      } finally {
        jvm.detach();
      }
    } catch (AttachNotSupportedException | AgentLoadException | AgentInitializationException e) {
      throw new IOException("Cannot fill the heap of process " + pid, e);
    }
  }
}
