package ebb.acceptance

import java.io.{PrintWriter, StringWriter}
import java.net.URI
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse.BodyHandlers
import java.net.http.{HttpClient, HttpRequest}
import java.nio.file.{Files, Path}
import java.time.Duration

import scala.collection.mutable.ListBuffer
import scala.jdk.CollectionConverters._

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import com.typesafe.config.ConfigFactory
import ebb.cli.Ebb
import ebb.demo.client.NodeView
import ebb.demo.cluster.{Installation, LoopbackCluster, NodeManagerProcess}
import ebb.hadoop.SimulatedNodeManager
import org.apache.hadoop.fs.{Path => HadoopPath}
import org.apache.hadoop.util.ToolRunner
import org.apache.hadoop.yarn.api.records.{ApplicationId, ContainerLaunchContext}
import org.apache.hadoop.yarn.client.api.YarnClient
import org.apache.hadoop.yarn.client.cli.RMAdminCLI
import org.apache.hadoop.yarn.conf.YarnConfiguration
import org.apache.hadoop.yarn.server.api.records.NodeAction
import org.apache.hadoop.yarn.util.Records
import org.scalatest.concurrent.Eventually
import org.scalatest.matchers.should.Matchers
import org.scalatest.time.{Millis, Seconds, Span}
import org.scalatest.{BeforeAndAfterAll, BeforeAndAfterEach, Suite}

/** Ebb as a process of its own, administered with the unmodified RMAdminCLI, and NodeManagers that
  * speak Hadoop's protocol and beat when the test says so.
  */
trait RunningEbb
    extends BeforeAndAfterAll
    with BeforeAndAfterEach
    with Eventually
    with Matchers { this: Suite =>

  implicit override val patienceConfig: PatienceConfig =
    PatienceConfig(timeout = Span(60, Seconds), interval = Span(200, Millis))

  private var cluster: LoopbackCluster = _
  private val nodeManagers = ListBuffer.empty[SimulatedNodeManager]
  private val json = new ObjectMapper

  override protected def beforeAll(): Unit = {
    super.beforeAll()
    cluster = LoopbackCluster.create(Installation.find(), yarnSite.asJava)
    start()
  }

  /** Settings on top of those of every cluster. */
  protected def yarnSite: Map[String, String] =
    Map("yarn.resourcemanager.nodemanager-graceful-decommission-timeout-secs" -> "1234")

  override protected def afterAll(): Unit =
    try cluster.close()
    finally super.afterAll()

  /** Each scenario has hosts of its own; what it leaves behind is called off. */
  override protected def afterEach(): Unit =
    try {
      nodeManagers.foreach(_.close())
      nodeManagers.clear()
      useExcludeFile("exclude.xml")
      exclude(Seq.empty)
      rmadmin("-refreshNodes")
    } finally super.afterEach()

  // ---- the ResourceManager ----

  def start(): Unit = {
    cluster.resourceManager().start()
    eventually {
      cluster.checkAlive()
      assert(cluster.resourceManager().serves())
    }
  }

  def killAndRestart(): Unit = {
    cluster.resourceManager().process().kill()
    start()
  }

  /** Ends the ResourceManager in order; its data stays. */
  def stop(): Unit = {
    val process = cluster.resourceManager().process()
    process.terminate()
    process.awaitExit(Duration.ofSeconds(60)).isPresent shouldBe true
  }

  def journal: Path = cluster.folder().data().resolve("journal")

  def log: String = Files.readString(cluster.folder().data().resolve("logs/ebb.log"))

  // ---- the administrator ----

  /** The exit code of the unmodified `yarn rmadmin`. */
  def rmadmin(arguments: String*): Int = ToolRunner.run(new RMAdminCLI(conf), arguments.toArray)

  /** A refresh over HTTP, which can leave the timeout out. */
  def refresh(body: String): JsonNode = {
    val request = HttpRequest
      .newBuilder(adminApi.resolve("/api/v1/refresh"))
      .header("Content-Type", "application/json")
      .POST(BodyPublishers.ofString(body))
      .build()
    json.readTree(HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body())
  }

  /** What the `ebb` command prints; it has to end with exit code 0. */
  def ebb(arguments: String*): String = {
    val out = new StringWriter
    val err = new StringWriter
    val exitCode = Ebb
      .commandLine()
      .setOut(new PrintWriter(out, true))
      .setErr(new PrintWriter(err, true))
      .execute(arguments: _*)
    withClue(err.toString) { exitCode shouldBe 0 }
    out.toString
  }

  def adminApi: URI = {
    val http = ConfigFactory.parseFile(inConf("ebb.conf").toFile).getConfig("ebb.http")
    URI.create(s"http://${http.getString("host")}:${http.getInt("port")}")
  }

  /** Hosts in the XML form, each with its own timeout in seconds if it has one. */
  def exclude(hosts: Seq[(String, Option[Int])]): Unit = {
    val entries = hosts.map { case (name, timeout) =>
      val own = timeout.fold("")(seconds => s"<timeout>$seconds</timeout>")
      s"  <host><name>$name</name>$own</host>\n"
    }
    write("exclude.xml", entries.mkString("<?xml version=\"1.0\"?>\n<hosts>\n", "", "</hosts>\n"))
  }

  def exclude(host: String): Unit = exclude(Seq(host -> None))

  def write(name: String, text: String): Unit = { val _ = Files.writeString(inConf(name), text) }

  /** Names another exclude file in yarn-site.xml; the ResourceManager is not restarted. */
  def useExcludeFile(name: String): Unit = {
    val site = Files.readString(inConf("yarn-site.xml"))
    write("yarn-site.xml", site.replaceAll("exclude(\\.xml|\\.txt)(</value>)", s"$name$$2"))
  }

  private def inConf(name: String): Path = cluster.folder().conf().resolve(name)

  // ---- NodeManagers and applications ----

  /** A NodeManager that has registered and sent a heartbeat. */
  def nodeManager(host: String): SimulatedNodeManager = {
    val node = SimulatedNodeManager.of(host, conf)
    nodeManagers += node
    node.register().getNodeAction shouldBe NodeAction.NORMAL
    node.heartbeat().getNodeAction shouldBe NodeAction.NORMAL
    node
  }

  /** An unmodified NodeManager as a process of its own; does not wait. */
  def startNodeManager(host: String): NodeManagerProcess = cluster.startNodeManager(host)

  /** Where processes of the cluster put what they do not want to keep. */
  def temporaryFiles: Path = cluster.folder().tmp()

  def node(host: String): NodeView =
    cluster.adminApi().nodes().asScala.find(_.host() == host).getOrElse(fail(s"no node $host"))

  /** The state of every node, by node id. */
  def states: Map[String, String] =
    cluster.adminApi().nodes().asScala.map(node => node.nodeId().toString -> node.state()).toMap

  def status(host: String): String = node(host).status().orElse("NONE")

  /** What Hadoop's own REST interface says of the node. */
  def hadoopView(node: SimulatedNodeManager): JsonNode = {
    val web = conf.get("yarn.resourcemanager.webapp.address")
    val request = HttpRequest
      .newBuilder(URI.create(s"http://$web/ws/v1/cluster/nodes/${node.id()}"))
      .header("Accept", "application/json")
      .build()
    json
      .readTree(HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body())
      .path("node")
  }

  /** Beats until the answer is SHUTDOWN. */
  def sendHome(node: SimulatedNodeManager): Unit =
    eventually { node.heartbeat().getNodeAction shouldBe NodeAction.SHUTDOWN }

  /** An application that runs until the end of the block; its master is nobody's process. */
  def withApplication(test: ApplicationId => Unit): Unit = {
    val client = YarnClient.createYarnClient()
    client.init(conf)
    client.start()
    try {
      val context = client.createApplication().getApplicationSubmissionContext
      context.setUnmanagedAM(true)
      context.setAMContainerSpec(Records.newRecord(classOf[ContainerLaunchContext]))
      context.setApplicationName("acceptance")
      val id = client.submitApplication(context)
      try test(id)
      finally client.killApplication(id)
    } finally client.stop()
  }

  def kill(application: ApplicationId): Unit = {
    val client = YarnClient.createYarnClient()
    client.init(conf)
    client.start()
    try client.killApplication(application)
    finally client.stop()
  }

  def conf: YarnConfiguration = {
    val conf = new YarnConfiguration
    Seq("core-site.xml", "yarn-site.xml").foreach { name =>
      conf.addResource(new HadoopPath(inConf(name).toUri))
    }
    conf
  }
}
