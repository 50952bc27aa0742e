package ebb.hadoop.state;

import ebb.journal.JournalDatabase;
import ebb.journal.guard.FencedStore;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.event.Dispatcher;
import org.apache.hadoop.yarn.event.Event;
import org.apache.hadoop.yarn.event.EventHandler;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;

/** A ResourceManager that does nothing but own a store and hear what that says. */
@SuppressWarnings("rawtypes") // as Hadoop declares them
final class TestOwner extends ResourceManager implements StoreOwner, Dispatcher {
  private final JournalDatabase database;
  private final long term;

  /** What the store told the rest of the ResourceManager. */
  final Queue<Event<?>> events = new ConcurrentLinkedQueue<>();

  /** Why it gave up. */
  final Queue<Exception> givenUp = new ConcurrentLinkedQueue<>();

  private TestOwner(JournalDatabase database, long term) {
    this.database = database;
    this.term = term;
  }

  /** Leads from now on, in the next term. */
  static TestOwner of(JournalDatabase database) {
    return new TestOwner(database, database.leaderTerm().takeNext());
  }

  /** A started store of this term. */
  JdbcStateStore store(Configuration conf) throws Exception {
    JdbcStateStore store = new JdbcStateStore();
    store.setResourceManager(this);
    store.init(conf);
    store.setRMDispatcher(this);
    store.start();
    store.checkVersion();
    return store;
  }

  @Override
  public FencedStore openRows() {
    return database.fencedStore(term);
  }

  @Override
  public void giveUp(Exception reason) {
    givenUp.add(reason);
  }

  @Override
  public EventHandler<Event> getEventHandler() {
    return events::add;
  }

  @Override
  public void register(Class<? extends Enum> type, EventHandler handler) {}
}
