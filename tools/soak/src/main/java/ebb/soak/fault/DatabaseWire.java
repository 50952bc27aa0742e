package ebb.soak.fault;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The connection of an instance to PostgreSQL, which can be slow or blocked, and can lose the
 * answer to a chosen commit.
 */
public final class DatabaseWire implements AutoCloseable {
  /**
   * What PostgreSQL sends after a commit. Only the text is reliable, because the driver sends the
   * statement's text only the first time.
   */
  private static final String COMMITTED = "COMMIT\0";

  private final TcpProxy proxy;
  private final String before;
  private Duration delay = Duration.ZERO;
  private boolean holdsRequests;
  private boolean holdsAnswers;
  private String awaited = "";
  private boolean answerIsHeld;

  private DatabaseWire(int port) {
    before = ":" + port + "/";
    proxy = TcpProxy.start(0, port, from -> new Wire());
  }

  /** Leads to the server at this port of the loopback address. */
  public static DatabaseWire to(int port) {
    return new DatabaseWire(port);
  }

  /** The URL of a database through this connection. */
  public String url(String direct) {
    return direct.replace(before, ":" + proxy.port() + "/");
  }

  /** Delays everything by this much, in each direction. */
  public synchronized void isSlow(Duration eachWay) {
    delay = eachWay;
  }

  /** Holds back everything, in both directions. */
  public synchronized void isBlocked() {
    holdsRequests();
    holdsAnswers();
  }

  /** Holds back what goes to the server, but not what comes from it. */
  public synchronized void holdsRequests() {
    holdsRequests = true;
  }

  /** Holds back what comes from the server, which still executes requests. */
  public synchronized void holdsAnswers() {
    holdsAnswers = true;
  }

  /** Delivers what was held back, and everything from now on without delay. */
  public synchronized void isFast() {
    holdsRequests = false;
    holdsAnswers = false;
    delay = Duration.ZERO;
    awaited = "";
    notifyAll();
  }

  /**
   * Holds back the answer to the commit of a transaction that sends this text, and everything after
   * it on that connection. The server does commit.
   */
  public synchronized void holdsAnswerToCommitOf(String text) {
    awaited = text;
    answerIsHeld = false;
  }

  /** Whether there was such a commit. */
  public synchronized boolean holdsAnswer() {
    return answerIsHeld;
  }

  private synchronized void holdRequest() throws InterruptedException {
    while (holdsRequests) {
      wait();
    }
    arriveLate();
  }

  private synchronized void holdAnswer() throws InterruptedException {
    while (holdsAnswers) {
      wait();
    }
    arriveLate();
  }

  private synchronized void arriveLate() throws InterruptedException {
    long since = System.nanoTime();
    long left = delay.toNanos();
    while (left > 0) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
      left = since + delay.toNanos() - System.nanoTime();
    }
  }

  private synchronized boolean awaits(String sent) {
    return !awaited.isEmpty() && sent.contains(awaited);
  }

  private synchronized void holdAnswerToCommit() throws InterruptedException {
    while (!awaited.isEmpty()) {
      answerIsHeld = true;
      wait();
    }
  }

  @Override
  public void close() {
    proxy.close();
  }

  /** One connection. */
  private final class Wire implements TcpProxy.Gate {
    private String sentBefore = "";
    private volatile boolean losesAnswer;

    @Override
    public void open() throws InterruptedException {
      holdRequest();
    }

    @Override
    public void toServer(byte[] bytes, int length) throws InterruptedException {
      holdRequest();
      String sent = text(bytes, length);
      losesAnswer = losesAnswer || awaits(sentBefore + sent);
      sentBefore = sent;
    }

    @Override
    public void toClient(byte[] bytes, int length) throws InterruptedException {
      holdAnswer();
      if (losesAnswer && text(bytes, length).contains(COMMITTED)) {
        holdAnswerToCommit();
      }
    }

    private String text(byte[] bytes, int length) {
      return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }
  }
}
