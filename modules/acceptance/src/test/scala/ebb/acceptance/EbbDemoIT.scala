package ebb.acceptance

import java.util.Map.{of => settings}

import ebb.demo.Demo
import ebb.demo.cluster.{Installation, LoopbackCluster}
import org.junit.runner.RunWith
import org.scalatest.featurespec.AnyFeatureSpec
import org.scalatestplus.junit.JUnitRunner

/** The whole of it with real parts: three unmodified NodeManagers, an unmodified MapReduce job, the
  * unmodified RMAdminCLI, and SIGKILL of the ResourceManager while all nodes drain. The scenario of
  * `ebb demo` checks each of its steps itself and fails with the one that did not turn out as said.
  */
@RunWith(classOf[JUnitRunner])
final class EbbDemoIT extends AnyFeatureSpec {

  Feature("A drain survives kill -9 of the ResourceManager") {
    Scenario("real NodeManagers, a real job, one natural end, one timeout, one recommission") {
      val cluster = LoopbackCluster.create(Installation.find(), settings())
      try new Demo(cluster, System.out).run()
      finally cluster.close()
    }
  }
}
