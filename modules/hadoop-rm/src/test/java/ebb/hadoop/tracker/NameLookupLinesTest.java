package ebb.hadoop.tracker;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.apache.hadoop.net.NetUtils;

/** Names are looked up where registrations are decided, on the host's lane; nowhere else. */
@AnalyzeClasses(packages = "ebb.hadoop", importOptions = ImportOption.DoNotIncludeTests.class)
class NameLookupLinesTest {

  @ArchTest
  static final ArchRule LOOKS_NAMES_UP_FOR_REGISTRATIONS_ONLY =
      noClasses()
          .that()
          .doNotHaveSimpleName("RegistrationHandler")
          .and()
          .doNotHaveSimpleName("AddressCache")
          .and()
          .doNotHaveSimpleName("SystemNames") // asked by RegistrationHandler
          .and()
          .doNotHaveSimpleName("AdminProtocolRetries") // of a command
          .and()
          .resideInAPackage("ebb.hadoop..")
          .should()
          .callMethod(InetAddress.class, "getByName", String.class)
          .orShould()
          .callMethod(InetAddress.class, "getAllByName", String.class)
          .orShould()
          .callConstructor(InetSocketAddress.class, String.class, int.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(NetUtils.class)
          .because("a heartbeat that waits for a name server stalls its handler thread");
}
