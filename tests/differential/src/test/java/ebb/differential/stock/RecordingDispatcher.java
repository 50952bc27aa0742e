package ebb.differential.stock;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.apache.hadoop.yarn.event.Dispatcher;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.event.EventHandler;

/** Hadoop's dispatcher without its thread: events wait until they are delivered in order. */
public final class RecordingDispatcher implements Dispatcher {
  private final Queue<Event<?>> waiting = new ArrayDeque<>();
  private final List<Route> routes = new ArrayList<>();

  private record Route(Class<?> type, EventHandler<Event<?>> handler) {}

  @Override
  @SuppressWarnings("rawtypes") // as declared by Hadoop
  public EventHandler<Event> getEventHandler() {
    return waiting::add;
  }

  @Override
  @SuppressWarnings({"rawtypes", "unchecked"}) // as declared by Hadoop
  public void register(Class<? extends Enum> type, EventHandler handler) {
    routes.add(new Route(type, handler));
  }

  public boolean isEmpty() {
    return waiting.isEmpty();
  }

  /**
   * Delivers all waiting events, and those that they cause.
   *
   * @return whether there was anything
   */
  public boolean deliver() {
    boolean any = false;
    for (Event<?> event = waiting.poll(); event != null; event = waiting.poll()) {
      any = true;
      for (Route route : routes) {
        if (route.type().isInstance(event.getType())) {
          route.handler().handle(event);
        }
      }
    }
    return any;
  }
}
