package ebb.acceptance

import java.nio.file.Files

import scala.jdk.CollectionConverters._

import org.junit.runner.RunWith
import org.scalatest.featurespec.AnyFeatureSpec
import org.scalatestplus.junit.JUnitRunner

/** What an operator sees of `ebb simulate` against a ResourceManager, and without one. */
@RunWith(classOf[JUnitRunner])
final class SimulateSpec extends AnyFeatureSpec with FreshCluster {

  /** Room for the containers of a simulated application. */
  override protected def yarnSite: Map[String, String] =
    Map("yarn.scheduler.maximum-allocation-mb" -> "1024")

  Feature("A simulated fleet ends when its time is over") {
    Scenario("and the applications with it") {
      startAndServe()

      val fleet = simulate("--nodes", "3", "--containers", "2", "--duration", "10")
      try {
        fleet.awaitExit(60) shouldBe 0
        fleet.output.last should include("3 of 3 nodes beat, 0 shut down, 6 containers")
        cluster.adminApi().nodes() should have size 3
        eventually {
          cluster.hadoopApi().applications().asScala.map(_.state) shouldBe Seq("FINISHED")
        }
      } finally fleet.close()
    }

    Scenario("also when the ResourceManager is gone by then, and says what is left") {
      startAndServe()

      val fleet = simulate("--nodes", "3", "--containers", "2", "--duration", "8")
      try {
        eventually { fleet.output.mkString should include("3 of 3 nodes beat") }
        cluster.resourceManager().process().kill()

        fleet.awaitExit(60) shouldBe 1
        fleet.output.last should
          (include("not all applications have ended within 10 s") and include("expiry-interval"))
      } finally fleet.close()
    }

    Scenario("also when there never was one, and says why nobody could register") {
      val fleet = simulate("--nodes", "3", "--duration", "2")
      try {
        fleet.awaitExit(60) shouldBe 1
        fleet.output.last should
          (include("0 of 3 nodes have registered within 2 s") and include("Connection refused"))
      } finally fleet.close()
    }

    Scenario("also when its hosts are excluded, and says so") {
      Files.writeString(cluster.excludeFile().path(), excluded("10.0.0.1", "10.0.0.2"))
      startAndServe()

      val fleet = simulate("--nodes", "2", "--containers", "1")
      try {
        fleet.awaitExit(60) shouldBe 1
        fleet.output.last should include("turns all nodes away")
      } finally fleet.close()
    }
  }

  private def excluded(hosts: String*): String =
    hosts.map(host => s"<host><name>$host</name></host>").mkString("<hosts>", "", "</hosts>")

  private def simulate(arguments: String*): EbbProcess =
    EbbProcess.startOfCheckout(
      installation,
      cluster,
      Seq("simulate", "--conf", conf, "--report", "1") ++ arguments
    )
}
