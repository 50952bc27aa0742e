package ebb.hadoop.rpc;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * The number of connections that each of the four ports of Hadoop's RPC accepts. It leaves enough
 * file descriptors for the process, which could otherwise neither write nor accept anything.
 */
public final class RpcConnections {
  private static final int PORTS = 4;
  private static final long MOST = 20_000;

  /** File descriptors for the database, the admin API, web pages, files and jars. */
  private static final long OTHERS = 2_000;

  private RpcConnections() {}

  /** The number for this process. */
  public static int most() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? most(unix.getMaxFileDescriptorCount())
        : (int) MOST;
  }

  /**
   * @param descriptors file descriptors that the process may have
   */
  public static int most(long descriptors) {
    long kept = Math.min(OTHERS, descriptors / 2);
    return (int) Math.min(MOST, (descriptors - kept) / PORTS);
  }
}
