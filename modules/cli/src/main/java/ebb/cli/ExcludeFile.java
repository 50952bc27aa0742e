package ebb.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The exclude file where the leader reads it, edited through the admin API. */
final class ExcludeFile {
  private static final String PATH = "/api/v1/lists";
  private static final int ATTEMPTS = 5;

  private final AdminClient client;

  ExcludeFile(AdminClient client) {
    this.client = client;
  }

  /**
   * Edits it; if somebody else did so in between, what he left is edited.
   *
   * @param edit {@code add}, {@code remove} and {@code reason}
   * @return the lists before and after
   * @throws CommandException if it cannot be edited
   */
  Edited edit(ObjectNode edit) {
    for (int attempt = 1; ; attempt++) {
      JsonNode lists = client.get(PATH);
      try {
        JsonNode after =
            client.send(
                AdminRequest.change("PATCH", PATH + "/exclude", edit)
                    .with("If-Match", '"' + hash(lists) + '"'));
        return new Edited(lists, after);
      } catch (Refusal e) {
        if (!e.is("lists-changed") || attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /**
   * Puts hosts that were added back to what they were: not listed, or with the timeout of then.
   *
   * @param before the lists as they were before the edit
   * @param edit that was made
   * @return false if it is not known what they were, as the file held edits that were not in force
   */
  boolean undo(JsonNode before, ObjectNode edit) {
    if (before.path("files").path("differs").asBoolean()) {
      return false;
    }
    Map<String, JsonNode> listed = new HashMap<>();
    before.path("excludes").forEach(each -> listed.put(each.path("host").asText(), each));
    ObjectNode back = Json.object();
    ArrayNode add = back.putArray("add");
    ArrayNode remove = back.putArray("remove");
    for (JsonNode each : edit.path("add")) {
      String host = each.path("host").asText();
      JsonNode then = listed.get(host);
      if (then == null) {
        remove.add(host);
      } else {
        ObjectNode entry = add.addObject().put("host", host);
        if (then.path("hasTimeout").asBoolean()) {
          entry.put("timeoutSecs", then.path("timeoutSeconds").asLong(TimeoutText.INFINITE));
        }
      }
    }
    edit(back);
    return true;
  }

  /** The lists before an edit and after it; nothing is in force by that. */
  record Edited(JsonNode before, JsonNode after) {

    /** Of some hosts those of which it is known that they were not in the list. */
    Set<String> unlisted(JsonNode hosts) {
      Set<String> unlisted = new LinkedHashSet<>();
      hosts.forEach(host -> unlisted.add(host.asText()));
      before.path("excludes").forEach(each -> unlisted.remove(each.path("host").asText()));
      JsonNode file = after.path("files").path("exclude").path("hash");
      boolean isUntouched = file.equals(before.path("files").path("exclude").path("hash"));
      // A file that somebody edited before may have had some of them.
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
          "mend that where the ResourceManager reads it; until then the lists in force stay as they"
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
