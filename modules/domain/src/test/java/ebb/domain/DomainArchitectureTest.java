package ebb.domain;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/**
 * The domain stays pure: the same rules serve the live system, an audit and the tests. Think hard
 * before you change this file.
 */
class DomainArchitectureTest {
  private static final JavaClasses DOMAIN =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("ebb.domain");

  /** And on immutable collections, which keep what is pure pure. */
  private static final ArchRule ON_JAVA_ONLY =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "org.jspecify..", "org.pcollections..", "ebb.domain..");

  private static final Set<String> NOT_REPEATABLE =
      Set.of(
          "java.lang.System.currentTimeMillis",
          "java.lang.System.nanoTime",
          "java.lang.Math.random",
          "java.util.UUID.randomUUID");

  private static final ArchRule NOTHING_BUT_ITS_ARGUMENTS =
      noClasses()
          .should()
          .callCodeUnitWhere(describe("reads a clock or a random number", call -> isBanned(call)))
          .orShould()
          .dependOnClassesThat()
          .belongToAnyOf(
              Clock.class,
              Random.class,
              SecureRandom.class,
              SplittableRandom.class,
              ThreadLocalRandom.class)
          .orShould()
          .dependOnClassesThat()
          .resideInAnyPackage("java.net..", "java.nio.file..", "java.sql..");

  private static boolean isBanned(JavaCall<?> call) {
    String owner = call.getTargetOwner().getName();
    String name = call.getTarget().getName();
    boolean now = owner.startsWith("java.time.") && name.equals("now");
    return now || NOT_REPEATABLE.contains(owner + "." + name);
  }

  @Test
  void shouldDependOnJavaOnly() {
    ON_JAVA_ONLY.check(DOMAIN);
  }

  @Test
  void shouldAskNoClockAndNoChance() {
    NOTHING_BUT_ITS_ARGUMENTS.check(DOMAIN);
  }

  @Test
  void shouldNoticeWhoeverAsksTheClockOrChance() {
    for (Class<?> offender : Set.of(AsksNow.class, AsksClock.class, AsksNanos.class, Rolls.class)) {
      JavaClasses offending = new ClassFileImporter().importClasses(offender);

      assertThatThrownBy(() -> NOTHING_BUT_ITS_ARGUMENTS.check(offending))
          .as(offender.getSimpleName())
          .isInstanceOf(AssertionError.class);
    }
  }

  static final class AsksNow {
    Instant ask() {
      return Instant.now();
    }
  }

  static final class AsksClock {
    Clock ask() {
      return Clock.systemUTC();
    }
  }

  static final class AsksNanos {
    long ask() {
      return System.nanoTime();
    }
  }

  static final class Rolls {
    int roll() {
      return new Random(1).nextInt(6);
    }
  }
}
