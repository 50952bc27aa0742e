package ebb.acceptance

import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit

import scala.jdk.CollectionConverters._

import ebb.demo.cluster.{Installation, LoopbackCluster}
import org.scalatest.Assertions

/** A command of `ebb` in a process of its own, as from a shell. */
final class EbbProcess private (process: Process, printed: Path)
    extends AutoCloseable
    with Assertions {

  /** The lines so far, of standard output and standard error. */
  def output: Seq[String] = Files.readAllLines(printed).asScala.toSeq

  /** The exit code; the command has to end by itself. */
  def awaitExit(seconds: Int): Int = {
    assert(process.waitFor(seconds.toLong, TimeUnit.SECONDS), "the command still runs")
    process.exitValue()
  }

  override def close(): Unit = { val _ = process.destroyForcibly().waitFor() }
}

object EbbProcess {

  /** A command of the distribution.
    *
    * @param cluster in whose folder it keeps its temporary files and its output
    */
  def start(
      installation: Installation,
      cluster: LoopbackCluster,
      arguments: Seq[String]
  ): EbbProcess =
    run(installation.resourceManagerLib(), "ebb.app.Main", cluster, arguments)

  /** A command that only a checkout has. */
  def startOfCheckout(
      installation: Installation,
      cluster: LoopbackCluster,
      arguments: Seq[String]
  ): EbbProcess = {
    val root = installation.nodeManagerLib().resolve("../../../..").normalize()
    run(root.resolve("tools/bench/target/lib"), "ebb.bench.BenchMain", cluster, arguments)
  }

  private def run(
      lib: Path,
      main: String,
      cluster: LoopbackCluster,
      arguments: Seq[String]
  ): EbbProcess = {
    val printed = cluster.folder().logs().resolve("ebb.out")
    val command = Seq(
      s"${System.getProperty("java.home")}/bin/java",
      s"-Djava.io.tmpdir=${cluster.folder().tmp()}",
      "-cp",
      s"$lib/*",
      main
    ) ++ arguments
    val process = new ProcessBuilder(command.asJava)
      .redirectErrorStream(true)
      .redirectOutput(printed.toFile)
      .start()
    new EbbProcess(process, printed)
  }
}
