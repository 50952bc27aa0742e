package ebb.app.logging;

import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An exception whose message is one line, with as many frames and causes as people read. */
final class VisibleThrowable implements IThrowableProxy {
  /** The most frames of one exception; an endless recursion has a thousand. */
  static final int FRAMES = 200;

  /** The most exceptions, with all causes and suppressed ones. */
  static final int EXCEPTIONS = 16;

  private final IThrowableProxy throwable;
  private final @Nullable IThrowableProxy cause;
  private final IThrowableProxy[] suppressed;

  private VisibleThrowable(IThrowableProxy throwable, Left left) {
    this.throwable = throwable;
    cause = left.next(throwable.getCause());
    suppressed =
        Stream.ofNullable(throwable.getSuppressed())
            .flatMap(Stream::of)
            .map(left::next)
            .filter(Objects::nonNull)
            .toArray(IThrowableProxy[]::new);
  }

  static @Nullable IThrowableProxy of(@Nullable IThrowableProxy throwable) {
    return new Left().next(throwable);
  }

  /** How many exceptions may still be included. */
  private static final class Left {
    private int exceptions = EXCEPTIONS;

    @Nullable IThrowableProxy next(@Nullable IThrowableProxy throwable) {
      return throwable == null || exceptions-- <= 0 ? null : new VisibleThrowable(throwable, this);
    }
  }

  @Override
  public @Nullable String getMessage() {
    String message = throwable.getMessage();
    return message == null ? null : VisibleEvent.line(message);
  }

  @Override
  public String getClassName() {
    return throwable.getClassName();
  }

  @Override
  public StackTraceElementProxy[] getStackTraceElementProxyArray() {
    StackTraceElementProxy[] frames = throwable.getStackTraceElementProxyArray();
    return isCut() ? Arrays.copyOf(frames, FRAMES) : frames;
  }

  @Override
  public int getCommonFrames() {
    return isCut() ? 0 : throwable.getCommonFrames();
  }

  private boolean isCut() {
    return throwable.getStackTraceElementProxyArray().length - throwable.getCommonFrames() > FRAMES;
  }

  @Override
  public @Nullable IThrowableProxy getCause() {
    return cause;
  }

  @Override
  public IThrowableProxy[] getSuppressed() {
    return suppressed;
  }
}
