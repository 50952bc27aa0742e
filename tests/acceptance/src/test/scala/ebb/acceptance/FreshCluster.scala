package ebb.acceptance

import scala.jdk.CollectionConverters._

import ebb.demo.cluster.{Installation, LoopbackCluster}
import org.scalatest.concurrent.Eventually
import org.scalatest.matchers.should.Matchers
import org.scalatest.time.{Millis, Seconds, Span}
import org.scalatest.{BeforeAndAfterEach, Suite}

/** Each scenario has a ResourceManager of its own, which does not run yet. */
trait FreshCluster extends BeforeAndAfterEach with Eventually with Matchers { this: Suite =>

  implicit override val patienceConfig: PatienceConfig =
    PatienceConfig(timeout = Span(60, Seconds), interval = Span(200, Millis))

  protected val installation: Installation = Installation.find()
  protected var cluster: LoopbackCluster = _

  /** Settings on top of those of every cluster. */
  protected def yarnSite: Map[String, String] = Map.empty

  override protected def beforeEach(): Unit = {
    super.beforeEach()
    cluster = LoopbackCluster.create(installation, yarnSite.asJava)
  }

  override protected def afterEach(): Unit =
    try cluster.close()
    finally super.afterEach()

  def startAndServe(): Unit = {
    cluster.resourceManager().start()
    eventually {
      cluster.checkAlive()
      cluster.resourceManager().serves() shouldBe true
    }
  }

  def conf: String = cluster.folder().conf().toString
}
