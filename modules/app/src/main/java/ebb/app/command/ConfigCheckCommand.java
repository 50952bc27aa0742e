package ebb.app.command;

import ebb.app.config.ConfFolder;
import ebb.app.config.DataFolder;
import ebb.app.config.InstanceFolders;
import ebb.app.config.SecretFiles;
import ebb.app.config.Settings;
import ebb.cli.client.CommandException;
import ebb.cli.options.JsonOption;
import ebb.hosts.ListSourceException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * {@code ebb config check}: checks what {@code ebb start} checks, the lists that the first refresh
 * reads, and whether Hadoop's ResourceManager would start. Writes nothing and opens no store, so it
 * may run beside a ResourceManager that uses the same configuration, and as another user.
 */
@Command(
    name = "check",
    description =
        "Check whether 'ebb start' and the first refresh would accept the configuration, and show"
            + " what is wrong with it.",
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class ConfigCheckCommand implements Callable<Integer> {
  @Mixin private InstanceFolders folders = new InstanceFolders();

  @Mixin private JsonOption json = new JsonOption();

  /**
   * @return 0 if it can be used, with or without warnings
   * @throws CommandException if not; in one line that names the key
   */
  @Override
  public Integer call() {
    ConfFolder conf = folders.conf();
    Settings settings = Settings.read(conf, DataFolder.named(folders.data()));
    List<String> warnings = new ArrayList<>();
    try {
      settings.hadoop().requireProvidersFolder();
      warnings.addAll(settings.hadoop().listSource().read().warnings());
      settings.hadoop().tryToStart();
    } catch (ListSourceException | IllegalArgumentException e) {
      throw Settings.refused(conf, e);
    } catch (IOException e) {
      throw new CommandException("cannot check: " + e.getMessage(), "free a temporary folder", e);
    }
    List<String> lines = new ArrayList<>();
    lines.add("The configuration in " + conf.root() + " can be used.");
    Stream.of(
            ClassPath.problems(), settings.hadoop().ignored(), SecretFiles.of(settings).problems())
        .forEach(warnings::addAll);
    warnings.forEach(warning -> lines.add("Warning: " + warning));
    json.say(lines, Map.of("conf", conf.root().toString(), "warnings", warnings));
    return 0;
  }
}
