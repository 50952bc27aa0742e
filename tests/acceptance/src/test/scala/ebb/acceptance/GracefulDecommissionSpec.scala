package ebb.acceptance

import org.apache.hadoop.yarn.server.api.records.NodeAction
import org.junit.runner.RunWith
import org.scalatest.featurespec.AnyFeatureSpec
import org.scalatestplus.junit.JUnitRunner

/** YARN's page "Graceful Decommission of YARN Nodes", sentence by sentence; where Ebb does better on
  * purpose, the scenario says so.
  */
@RunWith(classOf[JUnitRunner])
final class GracefulDecommissionSpec extends AnyFeatureSpec with RunningEbb {

  Feature("Normal decommission of YARN nodes means an immediate shutdown") {
    Scenario("a host in a plain file, the file named in yarn-site.xml while the RM runs") {
      val nm = nodeManager("127.0.1.1")
      write("exclude.txt", "# one line per host\n127.0.1.1\n")
      useExcludeFile("exclude.txt")

      rmadmin("-refreshNodes") shouldBe 0

      node("127.0.1.1").state() shouldBe "DECOMMISSIONED"
      nm.heartbeat().getNodeAction shouldBe NodeAction.SHUTDOWN
    }

    Scenario("without -g, also a node that is draining already") {
      withApplication { application =>
        val nm = nodeManager("127.0.1.2")
        nm.runs(application)
        nm.heartbeat()
        exclude("127.0.1.2")
        rmadmin("-refreshNodes", "-g", "600", "-server") shouldBe 0
        node("127.0.1.2").state() shouldBe "DECOMMISSIONING"

        rmadmin("-refreshNodes") shouldBe 0

        node("127.0.1.2").state() shouldBe "DECOMMISSIONED"
        nm.heartbeat().getNodeAction shouldBe NodeAction.SHUTDOWN
      }
    }
  }

  Feature("Once a node is in DECOMMISSIONING state, RM will not schedule new containers on it") {
    Scenario("the scheduler has nothing to give away there, and the full size is kept") {
      withApplication { application =>
        val nm = nodeManager("127.0.2.1")
        nm.runs(application)
        nm.heartbeat()
        hadoopView(nm).path("availMemoryMB").asInt() should be > 0
        exclude("127.0.2.1")

        rmadmin("-refreshNodes", "-g", "600", "-server") shouldBe 0

        eventually {
          nm.heartbeat().getNodeAction shouldBe NodeAction.NORMAL
          hadoopView(nm).path("state").asText() shouldBe "DECOMMISSIONING"
          hadoopView(nm).path("availMemoryMB").asInt() shouldBe 0
        }
        exclude(Seq.empty)
        rmadmin("-refreshNodes", "-g", "600", "-server") shouldBe 0
        eventually { hadoopView(nm).path("availMemoryMB").asInt() should be > 0 }
      }
    }
  }

  Feature("RM waits for running containers, then for the applications that ran on the node") {
    Scenario("WAIT_CONTAINER, WAIT_APP, READY, DECOMMISSIONED; then the NodeManager is told") {
      withApplication { application =>
        val nm = nodeManager("127.0.3.1")
        nm.runs(application)
        nm.heartbeat()
        exclude("127.0.3.1")
        rmadmin("-refreshNodes", "-g", "600", "-server") shouldBe 0

        eventually {
          nm.heartbeat().getNodeAction shouldBe NodeAction.NORMAL
          node("127.0.3.1").containers().getAsInt shouldBe 1
          status("127.0.3.1") shouldBe "WAIT_CONTAINER"
        }
        nm.runsNothing()
        eventually {
          nm.heartbeat().getNodeAction shouldBe NodeAction.NORMAL
          status("127.0.3.1") shouldBe "WAIT_APP"
          node("127.0.3.1").applications() should contain only application.toString
        }
        kill(application)
        sendHome(nm)
        node("127.0.3.1").state() shouldBe "DECOMMISSIONED"
      }
    }

    Scenario("a node with nothing to wait for leaves at once") {
      val nm = nodeManager("127.0.3.2")
      exclude("127.0.3.2")

      rmadmin("-refreshNodes", "-g", "600", "-server") shouldBe 0

      sendHome(nm)
      node("127.0.3.2").state() shouldBe "DECOMMISSIONED"
    }
  }

  Feature("A node will be DECOMMISSIONED no later than the timeout, regardless of what runs") {
    Scenario("a container still runs when the time is over") {
      withApplication { application =>
        val nm = nodeManager("127.0.4.1")
        nm.runs(application)
        nm.heartbeat()
        exclude("127.0.4.1")

        rmadmin("-refreshNodes", "-g", "3", "-server") shouldBe 0

        node("127.0.4.1").state() shouldBe "DECOMMISSIONING"
        sendHome(nm)
        node("127.0.4.1").state() shouldBe "DECOMMISSIONED"
      }
    }

    Scenario("zero is at once") {
      withApplication { application =>
        val nm = nodeManager("127.0.4.2")
        nm.runs(application)
        nm.heartbeat()
        exclude("127.0.4.2")

        rmadmin("-refreshNodes", "-g", "0", "-server") shouldBe 0

        sendHome(nm)
      }
    }

    Scenario("better on purpose: also when the NodeManager is never heard of again") {
      withApplication { application =>
        val nm = nodeManager("127.0.4.3")
        nm.runs(application)
        nm.heartbeat()
        exclude("127.0.4.3")

        rmadmin("-refreshNodes", "-g", "2", "-server") shouldBe 0

        eventually { node("127.0.4.3").state() shouldBe "DECOMMISSIONED" }
      }
    }
  }

  Feature("Recommission nodes that are no longer excluded") {
    Scenario("a DECOMMISSIONING node serves again") {
      withApplication { application =>
        val nm = nodeManager("127.0.5.1")
        nm.runs(application)
        nm.heartbeat()
        exclude("127.0.5.1")
        rmadmin("-refreshNodes", "-g", "600", "-server") shouldBe 0
        node("127.0.5.1").state() shouldBe "DECOMMISSIONING"

        exclude(Seq.empty)
        rmadmin("-refreshNodes", "-g", "600", "-server") shouldBe 0

        node("127.0.5.1").state() shouldBe "RUNNING"
        nm.heartbeat().getNodeAction shouldBe NodeAction.NORMAL
      }
    }

    Scenario("a DECOMMISSIONED node is refused while excluded, and admitted afterwards") {
      val nm = nodeManager("127.0.5.2")
      exclude("127.0.5.2")
      rmadmin("-refreshNodes") shouldBe 0
      nm.heartbeat().getNodeAction shouldBe NodeAction.SHUTDOWN
      nm.register().getNodeAction shouldBe NodeAction.SHUTDOWN

      exclude(Seq.empty)
      rmadmin("-refreshNodes") shouldBe 0

      node("127.0.5.2").state() shouldBe "DECOMMISSIONED"
      nm.register().getNodeAction shouldBe NodeAction.NORMAL
      node("127.0.5.2").state() shouldBe "RUNNING"
    }
  }

  Feature("The effective timeout has three sources, in this order") {
    Scenario("the host's own in the file, the request's, the configuration's") {
      withApplication { application =>
        Seq("127.0.6.1", "127.0.6.2").foreach { host =>
          val nm = nodeManager(host)
          nm.runs(application)
          nm.heartbeat()
        }
        exclude(Seq("127.0.6.1" -> Some(1800), "127.0.6.2" -> None))

        rmadmin("-refreshNodes", "-g", "900", "-server") shouldBe 0

        timeout("127.0.6.1") shouldBe 1800L -> "HOST_ENTRY"
        timeout("127.0.6.2") shouldBe 900L -> "REQUEST"

        refresh("""{"type": "GRACEFUL"}""").path("type").asText() shouldBe "GRACEFUL"

        timeout("127.0.6.1") shouldBe 1800L -> "HOST_ENTRY"
        timeout("127.0.6.2") shouldBe 1234L -> "CONFIGURATION"
      }
    }

    Scenario("several hosts in one entry; a negative timeout is infinite") {
      withApplication { application =>
        Seq("127.0.6.3", "127.0.6.4").foreach { host =>
          val nm = nodeManager(host)
          nm.runs(application)
          nm.heartbeat()
        }
        write(
          "exclude.xml",
          """<?xml version="1.0"?>
            |<hosts>
            |  <host><name>127.0.6.3, 127.0.6.4</name><timeout>-1</timeout></host>
            |</hosts>
            |""".stripMargin
        )

        rmadmin("-refreshNodes", "-g", "900", "-server") shouldBe 0

        Seq("127.0.6.3", "127.0.6.4").foreach { host =>
          node(host).drain().get().deadline().isPresent shouldBe false
        }
      }
    }

    Scenario("a changed timeout does not reset the drain, only its end") {
      withApplication { application =>
        val nm = nodeManager("127.0.6.5")
        nm.runs(application)
        nm.heartbeat()
        exclude("127.0.6.5")
        rmadmin("-refreshNodes", "-g", "900", "-server") shouldBe 0
        val before = node("127.0.6.5").drain().get()

        rmadmin("-refreshNodes", "-g", "1000", "-server") shouldBe 0

        val after = node("127.0.6.5").drain().get()
        after.epoch() shouldBe before.epoch()
        after.startedAt() shouldBe before.startedAt()
        after.deadline().get() shouldBe before.deadline().get().plusSeconds(100)
      }
    }

    def timeout(host: String): (Long, String) = {
      val drain = node(host).drain().get()
      drain.timeoutSeconds().getAsLong -> drain.timeoutSource()
    }
  }

  Feature("Client side tracking is blocking, server side tracking is not") {
    Scenario("-server returns while the node drains, -client when it is done") {
      withApplication { application =>
        val nm = nodeManager("127.0.7.1")
        nm.runs(application)
        nm.heartbeat()
        exclude("127.0.7.1")

        rmadmin("-refreshNodes", "-g", "600", "-server") shouldBe 0
        node("127.0.7.1").state() shouldBe "DECOMMISSIONING"

        rmadmin("-refreshNodes", "-g", "1", "-client") shouldBe 0
        node("127.0.7.1").state() shouldBe "DECOMMISSIONED"
      }
    }
  }

  Feature("Status of all decommissioning nodes is logged periodically") {
    Scenario("a line per node at each poll") {
      withApplication { application =>
        val nm = nodeManager("127.0.8.1")
        nm.runs(application)
        nm.heartbeat()
        exclude("127.0.8.1")

        rmadmin("-refreshNodes", "-g", "600", "-server") shouldBe 0

        eventually {
          nm.heartbeat()
          log.linesIterator
            .count(line => line.contains("127.0.8.1:") && line.contains("WAIT_CONTAINER")) should
            be >= 3
        }
      }
    }
  }

  Feature("Deliberate improvement: the timeout is persisted") {
    Scenario("kill -9 in the middle: same drain, same deadline, and not READY for want of a report") {
      withApplication { application =>
        val nm = nodeManager("127.0.9.1")
        nm.runs(application)
        nm.heartbeat()
        exclude("127.0.9.1")
        rmadmin("-refreshNodes", "-g", "600", "-server") shouldBe 0
        val before = node("127.0.9.1").drain().get()

        killAndRestart()

        eventually { node("127.0.9.1").state() shouldBe "DECOMMISSIONING" }
        node("127.0.9.1").drain().get().isSameAs(before) shouldBe true
        status("127.0.9.1") shouldBe "WAIT_CONTAINER"
        node("127.0.9.1").containers().isPresent shouldBe false
        eventually { nm.heartbeat().getNodeAction shouldBe NodeAction.RESYNC }
        nm.register().getNodeAction shouldBe NodeAction.NORMAL
        eventually {
          nm.heartbeat().getNodeAction shouldBe NodeAction.NORMAL
          node("127.0.9.1").containers().getAsInt shouldBe 1
        }
        node("127.0.9.1").state() shouldBe "DECOMMISSIONING"
      }
    }

    Scenario("a deadline that passes while the RM is down fires when it is back") {
      withApplication { application =>
        val nm = nodeManager("127.0.9.2")
        nm.runs(application)
        nm.heartbeat()
        exclude("127.0.9.2")
        rmadmin("-refreshNodes", "-g", "2", "-server") shouldBe 0

        killAndRestart()

        eventually { node("127.0.9.2").state() shouldBe "DECOMMISSIONED" }
      }
    }
  }

  Feature("Deliberate improvement: a start with a journal reads no list") {
    Scenario("a file that differs from the lists in force is a warning") {
      val nm = nodeManager("127.0.11.1")
      exclude("127.0.11.1")

      killAndRestart()

      eventually { log should include("The list files differ from the lists in force") }
      eventually { nm.heartbeat().getNodeAction shouldBe NodeAction.RESYNC }
      nm.register().getNodeAction shouldBe NodeAction.NORMAL
      node("127.0.11.1").state() shouldBe "RUNNING"
    }
  }

  Feature("Deliberate improvement: a list that cannot be used changes nothing") {
    Scenario("a truncated file is refused, with one line, and the lists in force stay") {
      val nm = nodeManager("127.0.10.1")
      write("exclude.xml", "<hosts><host><name>127.0.10.1</name>")

      rmadmin("-refreshNodes") should not be 0

      node("127.0.10.1").state() shouldBe "RUNNING"
      nm.heartbeat().getNodeAction shouldBe NodeAction.NORMAL
    }
  }
}
