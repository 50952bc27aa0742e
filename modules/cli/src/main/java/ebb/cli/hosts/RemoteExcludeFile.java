package ebb.cli.hosts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import ebb.cli.client.AdminClient;
import ebb.cli.client.AdminRequest;
import ebb.cli.client.CommandException;
import ebb.cli.client.Refusal;
import ebb.cli.options.Confirm;
import ebb.cli.options.RmOptions;
import java.util.LinkedHashSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** The exclude file of the leader, edited through the admin API. */
final class RemoteExcludeFile {
  private static final String PATH = "/api/v1/lists";
  private static final int ATTEMPTS = 5;

  private final AdminClient client;
  private final RmOptions rm;
  private final OptionalLong listVersion;

  /**
   * @param listVersion the version of the newest refresh, if an edit makes sense after that one
   *     only
   */
  RemoteExcludeFile(RmOptions rm, OptionalLong listVersion) {
    this.client = rm.client();
    this.rm = rm;
    this.listVersion = listVersion;
  }

  /**
   * Edits the file. If others have edited it in between, edits their version. Asks for confirmation
   * before anything is written, and again if others wrote while the user was asked.
   *
   * @param edit {@code add}, {@code remove} and {@code reason}
   * @param more see {@link Confirm#carryOut}
   * @return the lists before and after
   * @throws CommandException if the file cannot be edited, or the edit is not confirmed
   */
  Edited edit(ObjectNode edit, Confirm confirm, String more) {
    boolean told = false;
    AtomicBoolean confirmed = new AtomicBoolean();
    for (int attempt = 1; ; attempt++) {
      JsonNode lists = lists();
      String tag = '"' + hash(lists) + '"';
      if (!told && lists.path("files").path("differs").asBoolean()) {
        told = true;
        rm.note(
            "note: the files had earlier edits that were not in force; this refresh puts them in"
                + " force, too");
      }
      try {
        JsonNode after =
            confirm.carryOut(
                edit,
                more,
                body -> {
                  confirmed.set(!body.has(Confirm.FIELD));
                  if (confirmed.get() && listVersion.isPresent()) {
                    lists(); // The user may have taken long to answer.
                  }
                  return client.send(
                      AdminRequest.change("PATCH", PATH + "/exclude", body).with("If-Match", tag));
                });
        return new Edited(lists, after, confirmed.get());
      } catch (Refusal e) {
        if (!e.is("lists-changed") || attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /**
   * The plan of the refresh that would put an edit in force. Nothing is written.
   *
   * @param edit an edit with {@code dryRun}
   * @throws CommandException if the edit would be refused
   */
  JsonNode plan(ObjectNode edit) {
    String tag = '"' + hash(lists()) + '"';
    return client.send(AdminRequest.change("PATCH", PATH + "/exclude", edit).with("If-Match", tag));
  }

  private JsonNode lists() {
    JsonNode lists = client.get(PATH);
    if (listVersion.isPresent() && lists.path("listVersion").asLong() != listVersion.getAsLong()) {
      throw new CommandException(
          "another refresh was accepted in between; nothing was changed", "run the command again");
    }
    return lists;
  }

  /**
   * The lists before and after an edit, which itself puts nothing in force.
   *
   * @param isConfirmed whether the user has confirmed the edit
   */
  record Edited(JsonNode before, JsonNode after, boolean isConfirmed) {

    /** Those of the hosts that certainly were not in the list. */
    Set<String> unlisted(JsonNode hosts) {
      Set<String> unlisted = new LinkedHashSet<>();
      hosts.forEach(host -> unlisted.add(host.asText()));
      before.path("excludes").forEach(each -> unlisted.remove(each.path("host").asText()));
      JsonNode file = after.path("files").path("exclude").path("hash");
      boolean isUntouched = file.equals(before.path("files").path("exclude").path("hash"));
      // A file with earlier edits may have contained some of them.
      boolean mayHaveHadMore = before.path("files").path("differs").asBoolean(true);
      return isUntouched || !mayHaveHadMore ? unlisted : Set.of();
    }
  }

  private static String hash(JsonNode lists) {
    JsonNode files = lists.path("files");
    JsonNode file = files.path("exclude");
    if (!file.hasNonNull("hash") && files.hasNonNull("problem")) {
      throw new CommandException(
          "the exclude file cannot be edited: " + files.path("problem").asText(),
          "fix that where the ResourceManager reads it; until then the lists in force stay as they"
              + " are");
    } else if (!file.isObject()) {
      throw new CommandException(
          "no exclude file is configured",
          "set yarn.resourcemanager.nodes.exclude-path in yarn-site.xml");
    } else if (!file.hasNonNull("hash")) {
      throw new CommandException(
          "the exclude file " + file.path("path").asText() + " cannot be edited from here",
          "let the ResourceManager read it");
    }
    return file.path("hash").asText();
  }
}
