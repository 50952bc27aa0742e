package ebb.app;

import ebb.cli.CommandException;
import ebb.cli.JsonOption;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code ebb config check}: what {@code ebb start} looks at before it starts anything. */
@Command(
    name = "check",
    description =
        "Say whether 'ebb start' would take the configuration, and what is wrong with it.",
    descriptionHeading = "%n",
    optionListHeading = "%nOptions:%n")
final class ConfigCheckCommand implements Callable<Integer> {
  @Mixin private Folders folders = new Folders();

  @Mixin private JsonOption json = new JsonOption();

  /**
   * @return 0 if it can be used
   * @throws CommandException if not; in one line that names the key
   */
  @Override
  public Integer call() {
    ConfFolder conf = folders.conf();
    Settings.read(conf, DataFolder.named(folders.data()));
    json.say(
        "The configuration in " + conf.root() + " can be used.",
        Map.of("conf", conf.root().toString()));
    return 0;
  }
}
