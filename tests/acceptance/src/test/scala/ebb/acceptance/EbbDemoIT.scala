package ebb.acceptance

import java.io.PrintStream
import java.nio.file.{Files, Path}
import java.util.Map.{of => settings}
import java.util.regex.Pattern

import scala.util.matching.Regex

import ebb.demo.Demo
import ebb.demo.cluster.{Installation, LoopbackCluster}
import org.junit.runner.RunWith
import org.scalatest.featurespec.AnyFeatureSpec
import org.scalatest.matchers.should.Matchers
import org.scalatestplus.junit.JUnitRunner

/** The whole of it with real parts: three unmodified NodeManagers, an unmodified MapReduce job, the
  * unmodified RMAdminCLI, and SIGKILL of the ResourceManager while all nodes drain. The scenario of
  * `ebb demo` checks each of its steps itself and fails with the one that did not turn out as said.
  */
@RunWith(classOf[JUnitRunner])
final class EbbDemoIT extends AnyFeatureSpec with Matchers {

  Feature("A drain survives kill -9 of the ResourceManager") {
    Scenario("real NodeManagers, a real job, one natural end, one timeout, one recommission") {
      val said = new StringBuilder
      val out = new PrintStream(System.out, true) {
        override def println(line: String): Unit = {
          said.append(line).append('\n')
          super.println(line)
        }
      }
      val cluster = LoopbackCluster.create(Installation.find(), settings())
      try new Demo(cluster, out).run()
      finally cluster.close()
      shownInReadme().foldLeft(said.toString.linesIterator.toList) { (left, shown) =>
        val from = left.dropWhile(line => shown.findFirstIn(line).isEmpty)
        withClue(s"the README shows $shown: ") { from should not be empty }
        from.drop(1)
      }
    }
  }

  /** In order; an ellipsis stands for what differs in each run. Behind a line's last word may be more.
    */
  private def shownInReadme(): Seq[Regex] = {
    val readme = Files.readString(Path.of("..", "..", "README.md"))
    val example = readme.split("\\$ ./ebb demo\n", 2)(1).split("```", 2)(0)
    example.linesIterator.toSeq.map { line =>
      line.stripSuffix(".").split("\u2026", -1).map(part => Pattern.quote(part)).mkString("\\S.*").r
    }
  }
}
