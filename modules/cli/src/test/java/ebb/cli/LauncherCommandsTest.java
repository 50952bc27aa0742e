package ebb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The launcher knows by name which commands start with a few jars: those of this module. A name
 * that is missing there starts slowly; one too many does not start at all.
 */
class LauncherCommandsTest {
  /** It offers every command of every module, so it needs all jars. */
  private static final Set<String> OF_ALL_MODULES = Set.of("completion", "journal");

  /** They read a journal with all jars, and ask with a few: the launcher looks at the options. */
  private static final List<String> EITHER =
      List.of("nodes", "drains", "diff", "history", "verify");

  private static final Pattern ASKS =
      Pattern.compile(
          """
          asks\\(\\) \\{
           +case .* in
           +(.*)\\) return 0 ;;
           +([a-z |]+)\\) (.*) ;;
           +\\*\\) return 1 ;;\
          """);

  private static final Pattern ONLY_IN_A_CHECKOUT =
      Pattern.compile("\n  (demo [a-z |]+)\\)\n    say \"ebb \\$1: only in a checkout");

  private static final Pattern NOT_INSTALLED =
      Pattern.compile("# What the distribution is without.\ncase .* in\n  ([a-z |]+)\\)\n");

  @Test
  void shouldSayOfEachCommandThatIsNotInstalledWhereItIs() throws IOException {
    Matcher checkout = NOT_INSTALLED.matcher(Files.readString(Path.of("../../ebb")));
    Matcher installed =
        ONLY_IN_A_CHECKOUT.matcher(Files.readString(Path.of("../app/src/dist/bin/ebb")));

    assertThat(checkout.find()).isTrue();
    assertThat(installed.find()).isTrue();
    assertThat(installed.group(1)).isEqualTo(checkout.group(1)).contains("soak");
  }

  @Test
  void shouldNameTheCommandsThatNeedAFewJars() throws IOException {
    Matcher asks = ASKS.matcher(Files.readString(Path.of("../app/src/dist/bin/launcher.sh")));

    assertThat(asks.find()).isTrue();
    TreeSet<String> named = new TreeSet<>(List.of(asks.group(1).split(" \\| ", -1)));
    named.addAll(EITHER);
    named.addAll(OF_ALL_MODULES);
    assertThat(asks.group(2).split(" \\| ", -1)).containsExactlyElementsOf(EITHER);
    assertThat(asks.group(3)).contains("!= *\" --journal\"*");
    assertThat(named).isEqualTo(new TreeSet<>(Ebb.ownNames()));
  }
}
