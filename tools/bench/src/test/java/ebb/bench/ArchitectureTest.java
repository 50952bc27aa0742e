package ebb.bench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;

/** Here, because only this module sees the benchmarks and everything that they measure. */
@AnalyzeClasses(packages = "ebb", importOptions = DoNotIncludeTests.class)
final class ArchitectureTest {

  /**
   * A ResourceManager is measured through its public interfaces, so that stock YARN is measured the
   * same way.
   */
  @ArchTest
  static void shouldMeasureWholeInstancesFromOutside(JavaClasses ebb) {
    noClasses()
        .that()
        .resideInAPackage("ebb.bench..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "ebb.app..", "ebb.admin..", "ebb.hadoop..", "ebb.node..", "ebb.watcher..")
        .check(ebb);
  }

  @ArchTest
  static void shouldBeNeededByNobody(JavaClasses ebb) {
    noClasses()
        .that()
        .resideOutsideOfPackage("ebb.bench..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("ebb.bench..")
        .check(ebb);
  }

  @ArchTest
  static void shouldKeepTheSimulatorOutOfAnInstance(JavaClasses ebb) {
    noClasses()
        .that()
        .resideOutsideOfPackages("ebb.simulator..", "ebb.soak..", "ebb.bench..", "ebb.app..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("ebb.simulator..")
        .check(ebb);
  }
}
