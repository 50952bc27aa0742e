package ebb.node;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Think hard about the layering before changing this file. */
@AnalyzeClasses(packages = "ebb.node", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

  @ArchTest
  static final ArchRule NODE_KNOWS_DOMAIN_AND_WATCHER_ONLY =
      classes()
          .that()
          .resideInAPackage("ebb.node")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "ebb.node",
              "ebb.watcher",
              "ebb.domain",
              "ebb.domain.provenance",
              "ebb.domain.text",
              "ebb.domain.work",
              "ebb.metrics",
              "akka..",
              "com.typesafe.config..",
              "scala..",
              "java..",
              "org.slf4j..",
              "org.jspecify..");
}
