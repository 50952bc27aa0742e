package ebb.app;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaStaticInitializer;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import java.util.List;

/**
 * The lines between the modules, for all of them at once. Think hard about the layering before
 * changing this file: docs/architecture.md says what each line is good for.
 */
@AnalyzeClasses(
    packages = "ebb",
    importOptions = {DoNotIncludeTests.class, ArchitectureTest.DoNotIncludeTestJars.class})
final class ArchitectureTest {
  /** What a module's tests share with those of others. */
  static final class DoNotIncludeTestJars implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("-tests.jar");
    }
  }

  @ArchTest
  static void shouldPointToTheDomainOnly(JavaClasses ebb) {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("domain")
        .definedBy("ebb.domain..")
        .layer("hosts")
        .definedBy("ebb.hosts..")
        .layer("watcher")
        .definedBy("ebb.watcher..")
        .layer("node-actor")
        .definedBy("ebb.node..")
        .layer("nodes-list-manager")
        .definedBy("ebb.nodeslist..")
        .layer("journal")
        .definedBy("ebb.journal..")
        .layer("admin-http")
        .definedBy("ebb.admin..")
        .layer("hadoop-rm")
        .definedBy("ebb.hadoop..")
        .layer("cli")
        .definedBy("ebb.cli..")
        .layer("demo")
        .definedBy("ebb.demo..")
        .layer("simulator")
        .definedBy("ebb.simulator..")
        .layer("app")
        .definedBy("ebb.app..")
        .whereLayer("app")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("admin-http")
        .mayOnlyBeAccessedByLayers("app")
        .whereLayer("hadoop-rm")
        .mayOnlyBeAccessedByLayers("app")
        .whereLayer("demo")
        .mayOnlyBeAccessedByLayers("app")
        .whereLayer("simulator")
        .mayOnlyBeAccessedByLayers("app")
        .whereLayer("cli")
        .mayOnlyBeAccessedByLayers("app", "demo", "simulator")
        .whereLayer("nodes-list-manager")
        .mayOnlyBeAccessedByLayers("admin-http", "hadoop-rm", "app")
        .whereLayer("node-actor")
        .mayOnlyBeAccessedByLayers("nodes-list-manager", "admin-http", "hadoop-rm", "app")
        .whereLayer("hosts")
        .mayOnlyBeAccessedByLayers("nodes-list-manager", "admin-http", "hadoop-rm", "app")
        .whereLayer("watcher")
        .mayOnlyBeAccessedByLayers("node-actor")
        .whereLayer("journal")
        .mayOnlyBeAccessedByLayers("admin-http", "hadoop-rm", "cli", "demo", "app")
        .check(ebb);
  }

  @ArchTest
  static void shouldHaveNoCircles(JavaClasses ebb) {
    slices().matching("ebb.(*)..").should().beFreeOfCycles().check(ebb);
  }

  @ArchTest
  static void shouldHaveNoCirclesBetweenThePackagesOfAModule(JavaClasses ebb) {
    slices().matching("ebb.(*).(*)..").should().beFreeOfCycles().check(ebb);
  }

  /** What assembles the parts stands in the module's first package, and no part knows it. */
  @ArchTest
  static void shouldAssembleInTheFirstPackageOfAModule(JavaClasses ebb) {
    for (String module :
        List.of("ebb.admin", "ebb.app", "ebb.cli", "ebb.hadoop", "ebb.nodeslist")) {
      noClasses()
          .that()
          .resideInAPackage(module + ".*..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage(module)
          .check(ebb);
    }
  }

  @ArchTest
  static void shouldKeepHadoopInItsModule(JavaClasses ebb) {
    noClasses()
        .that()
        .resideOutsideOfPackages("ebb.hadoop..", "ebb.simulator..", "ebb.app..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.hadoop..")
        .check(ebb);
  }

  /** It is for tests; what uses a database takes whichever is configured. */
  @ArchTest
  static void shouldUseThePostgresOfTestsInNoOtherModule(JavaClasses ebb) {
    noClasses()
        .that()
        .resideOutsideOfPackages("ebb.postgres..", "ebb.demo..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("ebb.postgres..")
        .check(ebb);
  }

  @ArchTest
  static void shouldReadHostFilesWithoutActors(JavaClasses ebb) {
    classes()
        .that()
        .resideInAPackage("ebb.hosts..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "ebb.hosts..",
            "ebb.domain..",
            "ebb.files..",
            "java..",
            "javax.xml.stream..",
            "org.jspecify..")
        .check(ebb);
  }

  /** A mapper learns each class anew, and a journal has millions of events. */
  @ArchTest
  static void shouldMakeNoMapperAtEachCallOfACommand(JavaClasses ebb) {
    noClasses()
        .that()
        .resideInAPackage("ebb.cli..")
        .should()
        .callCodeUnitWhere(
            DescribedPredicate.describe(
                "it makes a mapper, and not once for all",
                call ->
                    call.getTargetOwner().getSimpleName().equals("ObjectMapper")
                        && call.getTarget().getName().equals(JavaConstructor.CONSTRUCTOR_NAME)
                        && !call.getOrigin()
                            .getName()
                            .equals(JavaStaticInitializer.STATIC_INITIALIZER_NAME)))
        .check(ebb);
  }

  @ArchTest
  static void shouldKeepAkkaOutOfTheDomain(JavaClasses ebb) {
    classes()
        .that()
        .resideInAPackage("ebb.domain..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("ebb.domain..", "java..", "org.jspecify..", "org.pcollections..")
        .check(ebb);
  }
}
