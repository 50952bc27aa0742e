package ebb.hadoop.config;

import ebb.domain.text.VisibleText;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.conf.HAUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.ipc.YarnRPC;
import org.apache.hadoop.yarn.server.api.ResourceManagerAdministrationProtocol;
import org.jspecify.annotations.Nullable;

/**
 * Calls the active ResourceManager, of one or of several. Each failed attempt prints a line for the
 * user. After a while, the call fails. Every call of this protocol may be repeated.
 *
 * <p>Hadoop's own retries of {@code yarn rmadmin} multiply: fifteen minutes of attempts, in each of
 * which the RPC client connects ten times, or 45 times if connecting hangs.
 *
 * <p>For one thread.
 */
public final class AdminProtocolRetries implements InvocationHandler {
  private static final Duration USUAL_WAIT = Duration.ofSeconds(60);
  private static final Duration USUAL_INTERVAL = Duration.ofSeconds(5);
  private static final String NOT_ACTIVE = "is not Active";
  private static final Duration FOREVER = Duration.ofDays(36_500);

  /**
   * One ResourceManager.
   *
   * @param name for messages
   */
  record Target(String name, ResourceManagerAdministrationProtocol protocol) {}

  /**
   * How long to retry.
   *
   * @param total from the start of a call; after it, no new round of attempts begins
   * @param interval from the end of a round, in which all have been tried once, to the next attempt
   */
  record Patience(Duration total, Duration interval) {
    /** The settings for all YARN clients in a site file or {@code -D}, or else our defaults. */
    static Patience of(Configuration conf) {
      Duration total =
          set(conf, YarnConfiguration.RESOURCEMANAGER_CONNECT_MAX_WAIT_MS).orElse(USUAL_WAIT);
      // A pause of 0 would fill the terminal.
      Duration interval =
          set(conf, YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS)
              .filter(it -> it.toMillis() > 0)
              .orElse(USUAL_INTERVAL);
      return new Patience(total.isNegative() ? FOREVER : total, interval);
    }

    private static Optional<Duration> set(Configuration conf, String key) {
      return isOfADefaultFile(conf, key)
          ? Optional.empty()
          : Optional.of(Duration.ofMillis(conf.getLong(key, 0)));
    }
  }

  private final List<Target> targets;
  private final Patience patience;
  private final PrintStream err;
  private final LongSupplier nanoTime;

  /** The target that was last active. */
  private int current;

  private AdminProtocolRetries(
      List<Target> targets, Patience patience, PrintStream err, LongSupplier nanoTime) {
    this.targets = targets;
    this.patience = patience;
    this.err = err;
    this.nanoTime = nanoTime;
  }

  /** Connects when a call is made. */
  public static ResourceManagerAdministrationProtocol over(
      YarnConfiguration conf, PrintStream err) {
    return over(targets(conf), Patience.of(conf), err, System::nanoTime);
  }

  public static ResourceManagerAdministrationProtocol over(
      List<Target> targets, Patience patience, PrintStream err, LongSupplier nanoTime) {
    return (ResourceManagerAdministrationProtocol)
        Proxy.newProxyInstance(
            AdminProtocolRetries.class.getClassLoader(),
            new Class<?>[] {ResourceManagerAdministrationProtocol.class},
            new AdminProtocolRetries(targets, patience, err, nanoTime));
  }

  private static List<Target> targets(YarnConfiguration conf) {
    List<Target> targets = new ArrayList<>();
    if (HAUtil.isHAEnabled(conf)) {
      for (String id : HAUtil.getRMHAIds(conf)) {
        YarnConfiguration own = new YarnConfiguration(conf);
        own.set(YarnConfiguration.RM_HA_ID, id);
        targets.add(target(id + " at ", own));
      }
    } else {
      targets.add(target("", conf));
    }
    return targets;
  }

  private static Target target(String prefix, YarnConfiguration conf) {
    InetSocketAddress address =
        conf.getSocketAddr(
            YarnConfiguration.RM_ADMIN_ADDRESS,
            YarnConfiguration.DEFAULT_RM_ADMIN_ADDRESS,
            YarnConfiguration.DEFAULT_RM_ADMIN_PORT);
    YarnConfiguration once = new YarnConfiguration(conf);
    once.setInt(CommonConfigurationKeys.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, 0);
    once.setInt(CommonConfigurationKeys.IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SOCKET_TIMEOUTS_KEY, 0);
    if (isOfADefaultFile(conf, CommonConfigurationKeys.IPC_CLIENT_RPC_TIMEOUT_KEY)) {
      once.setInt(CommonConfigurationKeys.IPC_CLIENT_RPC_TIMEOUT_KEY, (int) USUAL_WAIT.toMillis());
    }
    return new Target(
        prefix + NetUtils.getHostPortString(address),
        (ResourceManagerAdministrationProtocol)
            YarnRPC.create(once)
                .getProxy(ResourceManagerAdministrationProtocol.class, address, once));
  }

  private static boolean isOfADefaultFile(Configuration conf, String key) {
    String[] sources = conf.getPropertySources(key);
    return sources == null || sources[sources.length - 1].endsWith("-default.xml");
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    long start = nanoTime.getAsLong();
    for (int attempt = 1; ; attempt++) {
      Target target = targets.get(current);
      try {
        return method.invoke(target.protocol(), arguments);
      } catch (InvocationTargetException e) {
        Throwable failure = Objects.requireNonNullElse(e.getCause(), e);
        if (!isWorthAnotherAttempt(failure)) {
          throw explained(failure);
        }
        current = (current + 1) % targets.size();
        boolean allTried = attempt % targets.size() == 0;
        Duration pause = allTried ? patience.interval() : Duration.ZERO;
        Duration left = patience.total().minusNanos(nanoTime.getAsLong() - start).minus(pause);
        String reason =
            (isAnswer(failure) ? "" : "no answer from ") + target.name() + ": " + reason(failure);
        if (allTried && left.isNegative()) {
          throw new IOException(reason + "; given up after " + times(attempt), failure);
        }
        err.println(
            "rmadmin: " + reason + "; " + times(attempt) + ", next in " + pause.toSeconds() + " s");
        err.flush();
        sleep(pause);
      }
    }
  }

  private static void sleep(Duration pause) throws IOException {
    try {
      TimeUnit.MILLISECONDS.sleep(pause.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted").initCause(e);
    }
  }

  private static String times(int attempt) {
    return attempt == 1 ? "1 attempt" : attempt + " attempts";
  }

  /** Whether no ResourceManager answered, or one that is not active. */
  private static boolean isWorthAnotherAttempt(Throwable failure) {
    return failure instanceof SocketException
        || failure instanceof SocketTimeoutException
        || failure instanceof UnknownHostException
        || failure instanceof EOFException
        || isAnswer(failure);
  }

  /** Whether a ResourceManager answered, but cannot carry out the call now. */
  private static boolean isAnswer(Throwable failure) {
    return failure instanceof StandbyException || failure instanceof RetriableException;
  }

  /** As a short text, in one line. */
  private static String reason(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String text =
        root instanceof UnknownHostException ? "unknown host" : String.valueOf(root.getMessage());
    // Ebb's message is more precise than Hadoop's: even a leader may lack the information to act
    // yet.
    return failure instanceof StandbyException && text.contains(NOT_ACTIVE)
        ? "it is standby"
        : VisibleText.of(text.lines().findFirst().orElse("").strip());
  }

  /** Without the server's stack trace, which is in the server's log. */
  private static Throwable explained(Throwable failure) throws IOException {
    if (!(failure instanceof IOException || failure instanceof YarnException)) {
      return failure;
    }
    if (UserGroupInformation.isSecurityEnabled() && !hasTicket()) {
      return new IOException(
          "no Kerberos ticket (" + reason(failure) + "); get one with kinit", failure);
    }
    String message = String.valueOf(failure.getMessage());
    int trace = message.indexOf("\n\tat ");
    String shown = VisibleText.of(trace < 0 ? message : message.substring(0, trace));
    return shown.equals(message) ? failure : new IOException(shown, failure);
  }

  /** A user that another one acts for needs no ticket. */
  private static boolean hasTicket() throws IOException {
    UserGroupInformation login = UserGroupInformation.getLoginUser();
    UserGroupInformation real = login.getRealUser();
    return (real == null ? login : real).hasKerberosCredentials();
  }
}
