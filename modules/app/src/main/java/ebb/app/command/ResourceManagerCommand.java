package ebb.app.command;

import ebb.app.config.DataFolder;
import ebb.app.config.InstanceFolders;
import ebb.app.config.Settings;
import ebb.cli.client.CommandException;
import ebb.cli.options.Confirm;
import ebb.cli.options.JsonOption;
import ebb.hadoop.config.OfflineStores;
import ebb.journal.JournalDatabase;
import ebb.journal.database.JournalException;
import ebb.journal.database.JournalInUseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code ebb resourcemanager}: what YARN's command of this name does besides starting a
 * ResourceManager.
 */
@Command(
    name = "resourcemanager",
    description = {
      "Repair the store of a stopped ResourceManager, as 'yarn resourcemanager' does.",
      "",
      "The command works on the store that yarn.resourcemanager.store.class names, or else on the"
          + " journal's database. It does not change drains or lists. It fails while an instance of"
          + " Ebb runs on that journal. To run the ResourceManager, use 'ebb start'."
    },
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
public final class ResourceManagerCommand implements Runnable {

  /** On Linux it exists, and belongs to the user of this process. */
  private static final Path PROCESS = Path.of("/proc/self");

  /** One of YARN's own options. */
  static final class Work {
    @Option(
        names = "-remove-application-from-state-store",
        paramLabel = "ID",
        description =
            "Remove one application, for example one whose record keeps the ResourceManager from"
                + " starting. The application is not recovered, and its containers are stopped.")
    private @Nullable String application;

    @Option(
        names = "-format-state-store",
        description =
            "Remove all applications, delegation tokens and keys. No application is recovered."
                + " The command asks for confirmation.")
    private boolean stateStore;

    @Option(
        names = "-format-conf-store",
        description =
            "Remove all changes to the scheduler's configuration that were made over HTTP, from"
                + " the store that yarn.scheduler.configuration.store.class names. The command asks"
                + " for confirmation.")
    private boolean configurationStore;
  }

  @ArgGroup(multiplicity = "1")
  private Work work = new Work();

  @Mixin private Confirm confirm = new Confirm();

  @Mixin private InstanceFolders folders = new InstanceFolders();

  @Mixin private JsonOption json = new JsonOption();

  /**
   * @throws CommandException in one line if it was not done
   */
  @Override
  public void run() {
    Settings settings = Settings.read(folders.conf(), DataFolder.named(folders.data()));
    requireOwnFolder(settings.journal().directory());
    try (JournalDatabase journal = JournalDatabase.open(settings.journal())) {
      journal.requireNoInstance();
      // Any leader after this, or one that took the lead in the meantime, has another term.
      work(
          new OfflineStores(
              settings.hadoop(), () -> journal.fencedStore(journal.leaderTerm().takeNext())));
    } catch (JournalInUseException e) {
      throw new CommandException(
          String.valueOf(e.getMessage()), "end its instance first, as 'ebb leave' does", e);
    } catch (JournalException e) {
      throw new CommandException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Files of another user would later lock the instance out of its own journal. */
  private static void requireOwnFolder(Path journal) {
    try {
      UserPrincipal owner = Files.getOwner(journal);
      if (Files.exists(PROCESS) && !owner.equals(Files.getOwner(PROCESS))) {
        throw new CommandException(
            "The folder " + journal + " belongs to " + owner.getName(), "run this as that user");
      }
    } catch (IOException e) {
      throw new CommandException(
          "There is no folder " + journal, "name the data folder of the instance with --data", e);
    }
  }

  private void work(OfflineStores stores) {
    if (work.application != null) {
      remove(work.application, stores);
    } else if (work.stateStore) {
      formatStateStore(stores);
    } else if (work.configurationStore) {
      formatConfigurationStore(stores);
    }
  }

  private void remove(String application, OfflineStores stores) {
    String store = stores.stateStore();
    boolean found;
    try {
      found = stores.removeApplication(application);
    } catch (IllegalArgumentException e) {
      throw new CommandException(
          "'" + application + "' is not an application id",
          "give one such as application_1700000000000_0001",
          e);
    } catch (Exception e) {
      throw failed(store, e);
    }
    if (!found) {
      throw new CommandException(
          "There is nothing of " + application + " in " + store, "look for the id in the log");
    }
    json.say(
        "Removed " + application + " from " + store,
        Map.of("application", application, "store", store));
  }

  private void formatStateStore(OfflineStores stores) {
    String store = stores.stateStore();
    confirm.ask("All applications, tokens and keys in " + store + " are removed for ever");
    try {
      stores.formatStateStore();
    } catch (Exception e) {
      throw failed(store, e);
    }
    json.say("Formatted " + store, Map.of("store", store));
  }

  private void formatConfigurationStore(OfflineStores stores) {
    String store = stores.configurationStore();
    if (!stores.isConfigurationStoreFormattable()) {
      throw new CommandException(
          "yarn.scheduler.configuration.store.class is " + store,
          "only leveldb, zk and fs are stores that can be formatted");
    }
    confirm.ask(
        "All changes to the scheduler's configuration in the store "
            + store
            + " are removed for ever");
    try {
      stores.formatConfigurationStore();
    } catch (Exception e) {
      throw failed(store, e);
    }
    json.say("Formatted the configuration store " + store, Map.of("store", store));
  }

  private static CommandException failed(String store, Exception e) {
    return e instanceof JournalException journal
        ? new CommandException(String.valueOf(journal.getMessage()), journal)
        : new CommandException(store + " cannot be changed: " + e, "see it with --verbose", e);
  }
}
