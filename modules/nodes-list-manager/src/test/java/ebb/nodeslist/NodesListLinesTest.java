package ebb.nodeslist;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Think hard about the layering before changing this file. */
@AnalyzeClasses(packages = "ebb.nodeslist", importOptions = ImportOption.DoNotIncludeTests.class)
class NodesListLinesTest {

  @ArchTest
  static final ArchRule SEES_THE_DOMAIN_THE_NODES_AND_AKKA_ONLY =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "ebb.nodeslist..",
              "ebb.node..",
              "ebb.domain..",
              "ebb.metrics..",
              "ebb.hosts..",
              "akka..",
              "scala..",
              "com.cronutils..",
              "com.typesafe.config..",
              "org.slf4j..",
              "org.jspecify..",
              "java..")
          .because("Hadoop, the database and HTTP are reached through ports");
}
