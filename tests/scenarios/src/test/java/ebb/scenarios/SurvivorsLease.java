package ebb.scenarios;

import ebb.demo.cluster.ResourceManagerProcess;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/** The row in the database by which one of two instances goes on without the other. */
final class SurvivorsLease {
  /** Akka's split-brain resolver asks for it. */
  private static final String OWNER =
      "SELECT owner FROM ebb_lease WHERE name LIKE '%-akka-sbr' AND expires > clock_timestamp()";

  private SurvivorsLease() {}

  /** The instance whose process holds it now; empty if nobody does. */
  static Optional<ResourceManagerProcess> holder(KilledCluster cluster) throws SQLException {
    try (Connection connection = cluster.database().connect(cluster.databaseUrl());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(OWNER)) {
      return rows.next() ? Optional.of(owner(cluster, rows.getString(1))) : Optional.empty();
    }
  }

  /** From now on nobody holds it; its owner finds that when it renews it. */
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
