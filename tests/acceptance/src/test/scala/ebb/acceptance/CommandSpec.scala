package ebb.acceptance

import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.databind.ObjectMapper
import org.junit.runner.RunWith
import org.scalatest.featurespec.AnyFeatureSpec
import org.scalatestplus.junit.JUnitRunner

/** What an operator reads with the `ebb` command. */
@RunWith(classOf[JUnitRunner])
final class CommandSpec extends AnyFeatureSpec with RunningEbb {

  Feature("The command line shows the fleet") {
    Scenario("what draining nodes wait for, while the ResourceManager runs") {
      withApplication { application =>
        val busy = nodeManager("127.0.4.1")
        busy.runs(application)
        busy.heartbeat()
        val idle = nodeManager("127.0.4.2")
        exclude(Seq("127.0.4.1" -> Some(3600), "127.0.4.2" -> None))
        rmadmin("-refreshNodes", "-g", "600", "-server") shouldBe 0
        sendHome(idle)
        busy.heartbeat()

        val rm = s"--rm=$adminApi"
        eventually {
          val line = ebb("nodes", rm).linesIterator.find(_.contains("127.0.4.1")).get
          line should (include("DECOMMISSIONING") and include("1 application"))
          ebb("nodes", rm) should include("1 DECOMMISSIONED, 1 DECOMMISSIONING")
        }
        ebb("node", busy.id().toString, rm) should
          (include("1h, from the host's entry") and include(application.toString))
        ebb("history", idle.id().toString, rm).linesIterator.toSeq.last should include("READY")
      }
    }

    Scenario("the lists in force, what a refresh would do, and the refresh itself") {
      val node = nodeManager("127.0.4.5")
      exclude("127.0.4.5")

      val rm = s"--rm=$adminApi"
      ebb("lists", rm) should include("differ from what is in force")
      ebb("refresh-nodes", "--dry-run", rm) should
        (include(node.id().toString) and include("a refresh would change 1 node"))
      states(node.id().toString) shouldBe "RUNNING"

      ebb("refresh-nodes", "--yes", "--reason", "new disks", rm) should include(node.id().toString)
      eventually { states(node.id().toString) shouldBe "DECOMMISSIONED" }
      ebb("lists", rm) should
        (include("the same as in force") and include("127.0.4.5"))
      ebb("history", node.id().toString, rm) should include("new disks")
    }

    Scenario("a host is drained and taken back, without an editor or harm to other drains") {
      val other = nodeManager("127.0.4.8")
      val node = nodeManager("127.0.4.6")
      val rm = s"--rm=$adminApi"
      exclude("127.0.4.8")
      rmadmin("-refreshNodes", "-g", "7200", "-server") shouldBe 0
      eventually { states(other.id().toString) shouldBe "DECOMMISSIONING" }

      ebb("drain", "127.0.4.6", "--yes", "--timeout", "1h", "--reason", "new disks", rm) should
        include(node.id().toString)
      eventually { states(node.id().toString) shouldBe "DECOMMISSIONING" }
      ebb("node", node.id().toString, rm) should
        (include("1h, from the host's entry") and include("new disks"))
      ebb("operations", rm) should include("new disks")

      ebb("recommission", "127.0.4.6", rm) should include(node.id().toString)
      eventually { states(node.id().toString) shouldBe "RUNNING" }
      ebb("lists", rm) should (include("the same as in force") and not include "127.0.4.6")
      ebb("node", other.id().toString, rm) should include("2h, from the request")
    }

    Scenario("a drain is given another timeout, then ended by force; a host without a node is told") {
      val node = nodeManager("127.0.4.9")
      val id = node.id().toString
      val rm = s"--rm=$adminApi"
      val mapper = new ObjectMapper

      val hosts = mapper.readTree(ebb("drain", "no-such-host", "--allow-unknown", "--json", rm)).path("hosts")
      hosts.path(0).path("host").asText shouldBe "no-such-host"
      hosts.path(0).path("nodes").isEmpty shouldBe true

      ebb("drain", "127.0.4.9", "--yes", "--timeout", "1h", rm) should include(id)
      eventually { states(id) shouldBe "DECOMMISSIONING" }
      ebb("timeout", id, "2h", "--reason", "slow", rm) should
        include("has a timeout of 2h from an operator")
      val drain = mapper.readTree(ebb("node", id, "--json", rm)).path("drain")
      drain.path("timeoutSeconds").asLong shouldBe 7200L
      val operation = drain.path("operationId").asText

      ebb("force", operation, "--yes", "--reason", "fire", rm) should include(id)
      eventually { states(id) shouldBe "DECOMMISSIONED" }
      ebb("history", "--operation", operation, rm) should
        (include("drain 1 started") and include(id) and not include "fire")
      ebb("history", id, rm) should (include("by force (FORCED)") and include("fire"))
    }

    Scenario("a refresh is followed to its end by the client that asked for it") {
      val node = nodeManager("127.0.4.7")
      exclude("127.0.4.7")

      // Nothing is heard of what runs there, so that only the client's timeout ends it.
      ebb("refresh-nodes", "-g", "3", "-client", "--yes", s"--rm=$adminApi") should
        include(node.id().toString)

      states(node.id().toString) shouldBe "DECOMMISSIONED"
      ebb("history", node.id().toString, s"--rm=$adminApi") should
        (include("from the client") and include("at its deadline (TIMEOUT)"))
    }

    Scenario("the same states from the journal, once the ResourceManager has stopped") {
      val gone = nodeManager("127.0.4.3")
      val silent = nodeManager("127.0.4.4")
      exclude(Seq("127.0.4.3" -> None, "127.0.4.4" -> None))
      rmadmin("-refreshNodes", "-g", "600", "-server") shouldBe 0
      sendHome(gone)
      eventually { states(gone.id().toString) shouldBe "DECOMMISSIONED" }
      states(silent.id().toString) shouldBe "DECOMMISSIONING"

      val live = states
      stop()
      try {
        val told =
          new ObjectMapper().readTree(ebb("history", "--journal", journal.toString, "--json"))
        val replayed = told
          .path("nodes")
          .asScala
          .map(each => each.path("nodeId").asText -> each.path("state").asText)
        replayed.toMap shouldBe live
        val drains =
          new ObjectMapper()
            .readTree(ebb("drains", "--journal", journal.toString, "--json"))
            .path("drains")
            .asScala
            .map(each => each.path("nodeId").asText -> each.path("outcome").asText)
        drains should contain(gone.id().toString -> "READY")
        drains.map(_._1) should not contain silent.id().toString
      } finally start()
    }
  }
}
