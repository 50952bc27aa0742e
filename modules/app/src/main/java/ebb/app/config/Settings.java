package ebb.app.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import ebb.admin.access.AdminSettings;
import ebb.admin.webhooks.WebhookSettings;
import ebb.app.cluster.ClusterSettings;
import ebb.app.members.ClusterInstances;
import ebb.cli.client.CommandException;
import ebb.domain.refresh.UntrackedPolicy;
import ebb.domain.text.TextLimit;
import ebb.hadoop.config.ConfigurationException;
import ebb.hadoop.config.EbbConfiguration;
import ebb.journal.database.JournalSettings;
import ebb.node.NodeSettings;
import ebb.nodeslist.NodesListSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * All settings in the configuration of an instance, checked before anything starts.
 *
 * @param node the settings of each node of this instance, including the instance's name
 * @param ebbConf complete, for the actor system
 * @param untracked which nodes are forgotten, from yarn-site.xml
 * @param hadoop where Hadoop's configuration comes from
 */
public record Settings(
    NodeSettings node,
    Config ebbConf,
    ClusterSettings cluster,
    JournalSettings journal,
    AdminSettings admin,
    List<WebhookSettings> webhooks,
    UntrackedPolicy untracked,
    EbbConfiguration hadoop) {
  private static final String POLL_INTERVAL = "ebb.node.poll-interval";

  /**
   * @throws CommandException in one line that names the key, if a value is not allowed
   */
  public static Settings read(ConfFolder conf, DataFolder data) {
    try {
      EbbConfiguration alone = EbbConfiguration.of(conf.root(), data.root());
      alone.checkValues();
      Config ebbConf = conf.ebbConf(given(data, alone.load()));
      alone.checkTracker(ebbConf);
      ClusterSettings cluster = ClusterSettings.from(ebbConf);
      JournalSettings journal = JournalSettings.from(ebbConf);
      EbbConfiguration own =
          cluster.hasOthers() ? oneOfSeveral(alone, journal, requireName(ebbConf)) : alone;
      EbbConfiguration hadoop = journal.isShared() ? own.ofSharedJournal() : own;
      AdminSettings admin = AdminSettings.from(ebbConf, hadoop.takesSpnego());
      requireLongerThan(NodesListSettings.of(ebbConf).refreshTimeout(), admin.refreshTimeout());
      return new Settings(
          NodeSettings.from(ebbConf, requireName(ebbConf)),
          ClusterInstances.named(
              requireName(ebbConf), cluster.akka(journal.isShared()).withFallback(ebbConf)),
          cluster,
          journal,
          admin,
          WebhookSettings.from(ebbConf),
          hadoop.untracked(),
          hadoop);
    } catch (ConfigurationException | ConfigException | IllegalArgumentException e) {
      throw refused(conf, e);
    }
  }

  public static CommandException refused(ConfFolder conf, Exception reason) {
    return new CommandException(
        "cannot use the configuration in " + conf.root() + ": " + conf.explained(reason),
        "fix it",
        reason);
  }

  /** Values that ebb.conf cannot set: the place of the data, and what yarn-site.xml sets. */
  private static Config given(DataFolder data, YarnConfiguration yarn) {
    long poll =
        yarn.getLong(
            YarnConfiguration.RM_DECOMMISSIONING_NODES_WATCHER_POLL_INTERVAL,
            YarnConfiguration.DEFAULT_RM_DECOMMISSIONING_NODES_WATCHER_POLL_INTERVAL);
    return ConfigFactory.parseMap(
        Map.of(
            "ebb.journal.directory", data.journal().toString(), POLL_INTERVAL, poll + " seconds"));
  }

  public String instance() {
    return node.instance();
  }

  /** NodeManagers and clients find the active instance with YARN's own HA settings. */
  private static EbbConfiguration oneOfSeveral(
      EbbConfiguration hadoop, JournalSettings journal, String instance) {
    if (!journal.isShared()) {
      throw new IllegalArgumentException(
          "ebb.journal.url is empty, which is not allowed with ebb.cluster.seed-nodes or"
              + " .bootstrap; allowed is the PostgreSQL database that all instances share");
    }
    if (!hadoop.rmIds().contains(instance)) {
      throw new IllegalArgumentException(
          "ebb.instance = "
              + instance
              + " is not allowed with ebb.cluster.seed-nodes or .bootstrap; allowed are the names"
              + " in "
              + YarnConfiguration.RM_HA_IDS
              + " of yarn-site.xml, with "
              + YarnConfiguration.RM_HA_ENABLED
              + " = true");
    }
    return hadoop.as(instance);
  }

  private static String requireName(Config ebbConf) {
    String name = ebbConf.getString("ebb.instance");
    if (name.isBlank()) {
      throw new IllegalArgumentException("ebb.instance is blank; allowed is any name");
    }
    TextLimit.INSTANCE_NAME
        .problemOf(name)
        .ifPresent(
            problem -> {
              throw new IllegalArgumentException("ebb.instance = " + problem);
            });
    return name;
  }

  private static void requireLongerThan(Duration leader, Duration http) {
    if (http.compareTo(leader) <= 0) {
      throw new IllegalArgumentException(
          "ebb.http.refresh-timeout = "
              + http
              + " is not allowed; allowed is more than ebb.nodes-list-manager.refresh-timeout, "
              + leader);
    }
  }
}
