package ebb.soak.fault;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The way from the instances to PostgreSQL: fast, slow, or blocked; and one that loses the answer
 * to a commit of the caller's choice.
 */
public final class DatabaseWire implements AutoCloseable {
  /**
   * What PostgreSQL says when it has done so; the driver says it in words for the first time only.
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

  /** To the server at this port of the loopback address. */
  public static DatabaseWire to(int port) {
    return new DatabaseWire(port);
  }

  /** How a client that is to use this wire calls a database of the server. */
  public String url(String direct) {
    return direct.replace(before, ":" + proxy.port() + "/");
  }

  /** From now on whatever is sent arrives later by so much, in each direction. */
  public synchronized void isSlow(Duration eachWay) {
    delay = eachWay;
  }

  /** From now on nothing arrives. */
  public synchronized void isBlocked() {
    holdsRequests();
    holdsAnswers();
  }

  /** From now on nothing arrives at the server; what it says does. */
  public synchronized void holdsRequests() {
    holdsRequests = true;
  }

  /** From now on nothing arrives at the clients; the server does what they ask for. */
  public synchronized void holdsAnswers() {
    holdsAnswers = true;
  }

  /** What was held back arrives, and what is sent from now on does so at once. */
  public synchronized void isFast() {
    holdsRequests = false;
    holdsAnswers = false;
    delay = Duration.ZERO;
    awaited = "";
    notifyAll();
  }

  /**
   * Transactions that send this text are committed, but the answer to the commit is held back, with
   * all that follows on that connection.
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
