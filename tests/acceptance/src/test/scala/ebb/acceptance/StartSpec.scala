package ebb.acceptance

import java.nio.file.Files
import java.time.Duration
import java.util.Map.{of => settings}

import scala.jdk.StreamConverters._

import ebb.demo.cluster.LoopbackCluster
import org.junit.runner.RunWith
import org.scalatest.featurespec.AnyFeatureSpec
import org.scalatestplus.junit.JUnitRunner

/** What an operator meets at the start and at the end of `ebb start`. */
@RunWith(classOf[JUnitRunner])
final class StartSpec extends AnyFeatureSpec with FreshCluster {

  Feature("Everything that the process writes is below the data folder") {
    Scenario("journal, logs and temporary files") {
      startAndServe()

      val data = cluster.folder().data()
      Seq("journal", "logs/ebb.log").foreach { name =>
        withClue(name) { Files.exists(data.resolve(name)) shouldBe true }
      }
      Files.exists(data.resolve("applications")) shouldBe false
      openFilesForWriting().filterNot(_.startsWith(cluster.folder().root().toString)) shouldBe empty
    }
  }

  Feature("Starting twice on one journal") {
    Scenario("the second ends at once, with one line, and the first serves on") {
      startAndServe()

      val (exitCode, output) = run("start", "--conf", conf, "--data", data)

      exitCode shouldBe 1
      reasons(output) should have size 1
      reasons(output).head should (include("in use by another process") and include("--data"))
      cluster.adminApi().isReady shouldBe true
    }
  }

  Feature("A first start on lists that cannot be read") {
    Scenario("is refused with one line that names the file, malformed or missing", Case(255)) {
      Files.writeString(cluster.excludeFile().path(), "<hosts><host>")
      startIsRefused()

      Files.delete(cluster.excludeFile().path())
      startIsRefused()
    }

    def startIsRefused(): Unit = {
      val (exitCode, output) = run("start", "--conf", conf, "--data", data)

      exitCode shouldBe 1
      reasons(output) should have size 1
      reasons(output).head should include(cluster.excludeFile().path().toString)
    }
  }

  Feature("SIGTERM") {
    Scenario("ends the process in order, and the next start finds what it needs") {
      startAndServe()
      val process = cluster.resourceManager().process()

      process.terminate()

      process.awaitExit(Duration.ofSeconds(60)).getAsInt shouldBe 143
      startAndServe()
    }
  }

  Feature("Hadoop's own rmadmin, without a Hadoop installation") {
    Scenario("refreshes, and passes Hadoop's words and exit codes on") {
      startAndServe()

      run("rmadmin", "--conf", conf, "-refreshNodes", "-g", "60", "-server") shouldBe (0 -> Seq())
      val (exitCode, output) = run("rmadmin", "--conf", conf, "-refreshNodes", "-g", "60")

      exitCode shouldBe 255
      output.head should include("Usage: yarn rmadmin [-refreshNodes")
      Files.readString(cluster.folder().data().resolve("logs/ebb.log")) should
        include("GRACEFUL")
    }
  }

  Feature("Two instances side by side") {
    Scenario("each with a configuration and a data folder of its own") {
      startAndServe()
      val other = LoopbackCluster.create(installation, settings())
      try {
        other.resourceManager().start()
        eventually { other.resourceManager().serves() shouldBe true }
        cluster.adminApi().isReady shouldBe true
        other.adminApi().isReady shouldBe true
      } finally other.close()
    }
  }

  private def data: String = cluster.folder().data().toString

  /** The exit code of the ebb command and what it printed. */
  private def run(arguments: String*): (Int, Seq[String]) = {
    val process = EbbProcess.start(installation, cluster, arguments)
    try process.awaitExit(60) -> process.output
    finally process.close()
  }

  /** What it says beside what it is doing. */
  private def reasons(output: Seq[String]): Seq[String] =
    output.filterNot(_.matches("ebb start: (opening the journal;|waiting for) .*"))

  /** Regular files that the process has open and may write to, as Linux tells. */
  private def openFilesForWriting(): Seq[String] = {
    val proc = java.nio.file.Path.of("/proc", cluster.resourceManager().process().pid().toString)
    val descriptors = Files.list(proc.resolve("fd")).toScala(Seq)
    for {
      descriptor <- descriptors
      target = Files.readSymbolicLink(descriptor)
      if Files.isRegularFile(target)
      info = Files.readString(proc.resolve("fdinfo").resolve(descriptor.getFileName))
      flags = info.linesIterator.find(_.startsWith("flags:")).get.split("\\s+")(1)
      if (Integer.parseInt(flags, 8) & 3) != 0
    } yield target.toString
  }
}
