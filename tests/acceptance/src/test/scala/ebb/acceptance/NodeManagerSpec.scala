package ebb.acceptance

import java.io.{ByteArrayOutputStream, PrintStream}
import java.net.InetAddress
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.time.Duration

import ebb.demo.cluster.{FreePorts, NodeManagerProcess}
import org.apache.hadoop.util.ToolRunner
import org.apache.hadoop.yarn.client.cli.NodeCLI
import org.junit.runner.RunWith
import org.scalatest.featurespec.AnyFeatureSpec
import org.scalatestplus.junit.JUnitRunner

/** What unmodified NodeManagers, processes of their own, make of Ebb's answers. */
@RunWith(classOf[JUnitRunner])
final class NodeManagerSpec extends AnyFeatureSpec with RunningEbb {

  /** A NodeManager with recovery must have the same port after a restart. */
  private lazy val port = new FreePorts().next(InetAddress.getLoopbackAddress)

  override protected def yarnSite: Map[String, String] =
    Map(
      "yarn.nodemanager.recovery.enabled" -> "true",
      "yarn.nodemanager.recovery.dir" -> s"$${java.io.tmpdir}/recovery-$$$nodeHost",
      "yarn.nodemanager.address" -> s"$$$nodeHost:$port"
    )

  private def nodeHost = "{ebb.demo.node.host}"

  Feature("The recovery directory of a NodeManager") {
    Scenario("is kept by a stop, and deleted by a decommission", Case(241), Case(242)) {
      val stopped = realNodeManager("127.0.0.21")
      val decommissioned = realNodeManager("127.0.0.22")
      awaitState("127.0.0.21", "RUNNING")
      awaitState("127.0.0.22", "RUNNING")
      Seq(stopped, decommissioned).foreach(nm => Files.exists(recovery(nm)) shouldBe true)

      stopped.process().terminate()
      exclude("127.0.0.22")
      rmadmin("-refreshNodes") shouldBe 0

      exitCode(stopped) shouldBe 143
      Files.exists(recovery(stopped)) shouldBe true
      awaitState("127.0.0.21", "SHUTDOWN")
      exitCode(decommissioned) shouldBe 0
      Files.exists(recovery(decommissioned)) shouldBe false
      node("127.0.0.22").state() shouldBe "DECOMMISSIONED"

      val again = realNodeManager("127.0.0.22")
      exitCode(again) shouldBe 255
      again.process().logLine("Disallowed NodeManager from  127.0.0.22") should not be empty
      node("127.0.0.22").state() shouldBe "DECOMMISSIONED"
      list() should (include("127.0.0.21") and include("SHUTDOWN") and include("DECOMMISSIONED"))
    }
  }

  private def realNodeManager(host: String): NodeManagerProcess = {
    val started = startNodeManager(host)
    started.process().mayEnd()
    started
  }

  private def recovery(nodeManager: NodeManagerProcess): Path =
    temporaryFiles.resolve(s"recovery-${nodeManager.host()}")

  private def exitCode(nodeManager: NodeManagerProcess): Int =
    nodeManager.process().awaitExit(Duration.ofSeconds(60)).getAsInt

  private def awaitState(host: String, state: String): Unit =
    eventually { node(host).state() shouldBe state }

  /** What the unmodified `yarn node -list -all` prints. */
  private def list(): String = {
    val out = new ByteArrayOutputStream
    val command = new NodeCLI
    command.setConf(conf)
    command.setSysOutPrintStream(new PrintStream(out, true, UTF_8))
    command.setSysErrPrintStream(System.err)
    try ToolRunner.run(command, Array("-list", "-all")) shouldBe 0
    finally command.stop()
    out.toString(UTF_8)
  }
}
