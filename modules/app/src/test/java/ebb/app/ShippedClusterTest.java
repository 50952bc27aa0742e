package ebb.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ebb.app.cluster.ClusterSettings.SeedNode;
import ebb.app.command.ConfigCommand;
import ebb.app.config.ConfFolder;
import ebb.app.config.DataFolder;
import ebb.app.config.Settings;
import ebb.cli.Ebb;
import ebb.cli.client.CommandException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** conf/cluster: three instances that share a folder, as they stand. */
class ShippedClusterTest {
  private static final Path SHIPPED = Path.of("..", "..", "conf", "cluster");

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"rm1", "rm2", "rm3"})
  void shouldPassTheCheckForEachInstance(String instance) {
    StringWriter said = new StringWriter();

    int exit =
        Ebb.commandLine(new ConfigCommand())
            .setOut(new PrintWriter(said, true))
            .setErr(new PrintWriter(said, true))
            .execute(
                "config",
                "check",
                "--instance",
                instance,
                "--conf",
                SHIPPED.toString(),
                "--data",
                folder.toString());

    assertThat(said.toString()).contains("can be used");
    assertThat(exit).isZero();
  }

  @Test
  void shouldGiveEachInstanceItsNameAndAnAddressOfItsOwn() {
    Set<String> names = of(Settings::instance);
    Set<String> addresses = of(settings -> settings.ebbConf().getString("ebb.cluster.host"));

    assertThat(names).containsExactlyInAnyOrder("rm1", "rm2", "rm3");
    assertThat(addresses).hasSize(3);
    assertThat(all().map(settings -> settings.admin().host())).doesNotHaveDuplicates();
    assertThat(all().map(settings -> settings.hadoop().rmIds())).allMatch(names::equals);
    assertThat(all().map(settings -> settings.cluster().seedNodes()))
        .allSatisfy(
            seeds -> assertThat(seeds).extracting(SeedNode::host).hasSameElementsAs(addresses));
    assertThat(all().map(Settings::journal)).allMatch(journal -> journal.isShared());
  }

  @Test
  void shouldRefuseAnInstanceThatNothingIsSaidOf() {
    ConfFolder shared = ConfFolder.at(SHIPPED);

    assertThatThrownBy(() -> shared.of("rm4"))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("rm4")
        .hasMessageContaining("rm1, rm2, rm3");
    assertThatThrownBy(() -> shared.of("../ebb")).isInstanceOf(CommandException.class);
  }

  @Test
  void shouldPutTheInstancesFileAboveWhatAllShare() throws IOException {
    Files.writeString(folder.resolve("ebb.conf"), "ebb.instance = x, ebb.http.port = 1");
    Files.writeString(folder.resolve("b.conf"), "ebb.http.port = 2, ebb.instance = y");

    Settings settings =
        Settings.read(ConfFolder.at(folder).of("b"), DataFolder.named(folder.resolve("data")));

    assertThat(settings.admin().port()).isEqualTo(2);
    assertThat(settings.instance()).isEqualTo("b");
  }

  @Test
  void shouldFindAMisspelledKeyInTheInstancesFile() throws IOException {
    Files.writeString(folder.resolve("b.conf"), "ebb.http.prot = 2");

    assertThatThrownBy(() -> Settings.read(ConfFolder.at(folder).of("b"), DataFolder.named(folder)))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("ebb.http.prot");
  }

  private Stream<Settings> all() {
    return Stream.of("rm1", "rm2", "rm3")
        .map(name -> Settings.read(ConfFolder.at(SHIPPED).of(name), DataFolder.named(folder)));
  }

  private Set<String> of(Function<Settings, String> what) {
    return all().map(what).collect(Collectors.toSet());
  }
}
