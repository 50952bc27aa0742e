package ebb.watcher;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Think hard about the layering before changing this file. */
@AnalyzeClasses(packages = "ebb.watcher", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

  @ArchTest
  static final ArchRule WATCHER_KNOWS_THE_DOMAIN_ONLY =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "ebb.watcher",
              "ebb.domain",
              "akka.actor.typed..",
              "akka.japi..",
              "scala..",
              "java..",
              "org.jspecify..");
}
