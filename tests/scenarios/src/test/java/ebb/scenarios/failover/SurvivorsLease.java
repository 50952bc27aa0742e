package ebb.scenarios.failover;

import ebb.demo.cluster.ResourceManagerProcess;
import ebb.scenarios.KilledCluster;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/** The row in the database with which one of two instances continues without the other. */
final class SurvivorsLease {
  /** The lease name of Akka's split-brain resolver. */
  private static final String OWNER =
      "SELECT owner FROM ebb_lease WHERE name LIKE '%-akka-sbr' AND expires > clock_timestamp()";

  private SurvivorsLease() {}

  /** The instance whose process holds it now; empty if none does. */
  static Optional<ResourceManagerProcess> holder(KilledCluster cluster) throws SQLException {
    try (Connection connection = cluster.database().connect(cluster.databaseUrl());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(OWNER)) {
      return rows.next() ? Optional.of(owner(cluster, rows.getString(1))) : Optional.empty();
    }
  }

  /** Takes it from its owner, which notices that at the next renewal. */
  static void takeFromItsHolder(KilledCluster cluster) throws SQLException {
    try (Connection connection = cluster.database().connect(cluster.databaseUrl());
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("DELETE FROM ebb_lease WHERE name LIKE '%-akka-sbr'");
    }
  }

  private static ResourceManagerProcess owner(KilledCluster cluster, String text) {
    return cluster.instances().stream()
        .filter(each -> text.contains(", process " + each.process().pid() + " begun "))
        .findFirst()
        .orElseThrow(() -> new AssertionError(text + " is none of the instances"));
  }
}
