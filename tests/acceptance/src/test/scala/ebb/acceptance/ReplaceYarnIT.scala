package ebb.acceptance

import java.time.Duration

import scala.jdk.CollectionConverters._

import ebb.demo.client.NodeView
import ebb.demo.cluster._
import org.junit.runner.RunWith
import org.scalatest.concurrent.Eventually
import org.scalatest.featurespec.AnyFeatureSpec
import org.scalatest.matchers.should.Matchers
import org.scalatest.time.{Millis, Seconds, Span}
import org.scalatestplus.junit.JUnitRunner

/** docs/operating.md, "Replace `yarn resourcemanager`" and "Go back", with Hadoop's own
  * ResourceManager, unmodified NodeManagers and a job that runs meanwhile.
  */
@RunWith(classOf[JUnitRunner])
final class ReplaceYarnIT extends AnyFeatureSpec with Matchers with Eventually {
  private val hosts = Seq("127.0.0.41", "127.0.0.42")
  private val maps = 4

  implicit override val patienceConfig: PatienceConfig =
    PatienceConfig(timeout = Span(120, Seconds), interval = Span(200, Millis))

  /** Where both look for applications. */
  private val store = Map(
    "yarn.resourcemanager.store.class" ->
      "org.apache.hadoop.yarn.server.resourcemanager.recovery.FileSystemRMStateStore",
    "yarn.resourcemanager.fs.state-store.uri" -> "file://${java.io.tmpdir}/applications"
  )

  Feature("Ebb takes the place of yarn resourcemanager, and gives it back") {
    Scenario("a job goes on through both") {
      val cluster = LoopbackCluster.create(Installation.find(), store.asJava)
      try replaceAndGoBack(cluster)
      finally cluster.close()
    }
  }

  private def replaceAndGoBack(cluster: LoopbackCluster): Unit = {
    val begun = System.nanoTime()
    cluster.resourceManager().startYarn()
    hosts.foreach(cluster.startNodeManager)
    awaitServing(cluster)
    awaitRunning(cluster)
    // Long enough to see two more ResourceManagers start, also if the machine is busier by then.
    val mapTime = Duration.ofNanos(4 * (System.nanoTime() - begun)).plusSeconds(90)
    val job = cluster.submit(new SleepJob(maps, mapTime, 1, Duration.ofSeconds(1)))
    eventually { mapsOf(cluster) should have size maps.toLong }
    val containers = cluster.containers().asScala.toSet

    stop(cluster)
    cluster.resourceManager().start()
    awaitServing(cluster)
    awaitRunning(cluster)
    drainAndTakeBack(cluster, hosts.head)
    shouldStillRun(cluster, containers)

    stop(cluster)
    cluster.resourceManager().startYarn()
    awaitServing(cluster)
    awaitRunning(cluster)
    shouldStillRun(cluster, containers)

    job.client().awaitExit(mapTime.plusSeconds(120)).getAsInt shouldBe 0
    job.client().logLine(s"Launched map tasks=$maps") should not be empty
    cluster.checkAlive()
  }

  /** What the host waits for is what it ran when Hadoop's ResourceManager was stopped. */
  private def drainAndTakeBack(cluster: LoopbackCluster, host: String): Unit = {
    cluster.excludeFile().write(Seq(ExcludedHost.of(host)).asJava)
    refresh(cluster, "-g", "3600", "-server")
    eventually {
      val node = nodeOf(cluster, host)
      node.state() shouldBe "DECOMMISSIONING"
      node.status().get() shouldBe "WAIT_CONTAINER"
      node.containers().getAsInt shouldBe cluster.containers().asScala.count(_.host() == host)
    }
    cluster.excludeFile().write(Seq.empty[ExcludedHost].asJava)
    refresh(cluster)
    eventually { nodeOf(cluster, host).state() shouldBe "RUNNING" }
  }

  private def refresh(cluster: LoopbackCluster, graceful: String*): Unit =
    cluster.rmAdmin().run(("-refreshNodes" +: graceful).asJava).exitCode() shouldBe 0

  private def shouldStillRun(cluster: LoopbackCluster, before: Set[ContainerProcess]): Unit = {
    val now = cluster.containers().asScala.toSet
    (before -- now).filterNot(cluster.hasFinished) shouldBe empty
    withClue("all maps ended before the last ResourceManager served") {
      mapsOf(cluster).toSet.intersect(before) should not be empty
    }
  }

  private def stop(cluster: LoopbackCluster): Unit = {
    val process = cluster.resourceManager().process()
    process.terminate()
    process.awaitExit(Duration.ofSeconds(60)).isPresent shouldBe true
  }

  private def awaitServing(cluster: LoopbackCluster): Unit = eventually {
    cluster.checkAlive()
    assert(cluster.resourceManager().serves())
  }

  private def awaitRunning(cluster: LoopbackCluster): Unit = eventually {
    val states = cluster.hadoopApi().nodeStates().asScala
    states should have size hosts.size.toLong
    all(states.values.toSeq) shouldBe "RUNNING"
  }

  private def mapsOf(cluster: LoopbackCluster): Seq[ContainerProcess] =
    cluster.containers().asScala.toSeq.filterNot(_.isApplicationMaster)

  private def nodeOf(cluster: LoopbackCluster, host: String): NodeView =
    cluster.adminApi().nodes().asScala.find(_.host() == host).getOrElse(fail(s"no node $host"))
}
