package ebb.admin.json;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.admin.http.JsonFields;
import ebb.admin.http.ProblemCode;
import ebb.admin.http.ProblemException;
import ebb.domain.DrainTimeout;
import ebb.domain.refresh.PlanToken;
import ebb.domain.text.TextLimit;
import ebb.hosts.ListEdit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The body of a request to change the exclude file, checked field by field.
 *
 * <p>{@code add} holds objects with {@code host} and optionally {@code timeoutSecs} (-1 is
 * infinite, 0 ends the drain at once) or {@code hold}. {@code remove} holds hosts. With {@code
 * allowUnknown}, hosts without a known node are accepted. With {@code requireConfirmation}, the
 * change is refused if an operator must confirm it before it comes into force. With {@code dryRun},
 * only its plan is returned. With {@code plan}, the change is refused if its plan is another one.
 */
public record ExcludesBody(
    SortedMap<String, Optional<DrainTimeout>> add,
    SortedSet<String> remove,
    boolean allowUnknown,
    boolean requireConfirmation,
    Optional<String> reason,
    boolean dryRun,
    Optional<PlanToken> plan) {
  private static final String ADD = "add";
  private static final String REMOVE = "remove";
  private static final String REASON = "reason";
  private static final String ALLOW_UNKNOWN = "allowUnknown";
  private static final String HOST = "host";
  private static final String TIMEOUT = "timeoutSecs";
  private static final String HOLD = "hold";

  /**
   * @throws ProblemException that names the wrong field
   */
  public static ExcludesBody parse(byte[] body) {
    JsonFields fields =
        JsonFields.parse(
            body,
            List.of(
                ADD,
                REMOVE,
                ALLOW_UNKNOWN,
                RefreshBody.CONFIRMATION,
                REASON,
                RefreshBody.DRY_RUN,
                RefreshBody.PLAN));
    SortedMap<String, Optional<DrainTimeout>> add = new TreeMap<>(hosts(fields.array(ADD), ADD));
    SortedSet<String> remove = remove(fields.array(REMOVE), add);
    if (add.isEmpty() && remove.isEmpty()) {
      throw new ProblemException(
          ProblemCode.MISSING_FIELD, "Expected hosts to " + ADD + " or to " + REMOVE, ADD);
    }
    return new ExcludesBody(
        add,
        remove,
        fields.flag(ALLOW_UNKNOWN),
        fields.flag(RefreshBody.CONFIRMATION),
        fields.line(REASON),
        fields.flag(RefreshBody.DRY_RUN),
        fields.plan(RefreshBody.PLAN));
  }

  public ListEdit edit(String expectedHash) {
    return new ListEdit(expectedHash, add, remove, allowUnknown, requireConfirmation);
  }

  /**
   * Reads hosts with their timeouts, in the order in which they are given.
   *
   * @param name of the array
   */
  static Map<String, Optional<DrainTimeout>> hosts(JsonNode array, String name) {
    Map<String, Optional<DrainTimeout>> hosts = new LinkedHashMap<>();
    for (int i = 0; i < array.size(); i++) {
      String path = name + "[" + i + "]";
      JsonNode entry = array.get(i);
      if (!entry.isObject()) {
        throw JsonFields.invalid(path, "Expected an object with a " + HOST);
      }
      JsonFields fields = JsonFields.of(entry, path + ".", List.of(HOST, TIMEOUT, HOLD));
      JsonNode host = entry.path(HOST);
      JsonFields.requireFits(path + "." + HOST, host, TextLimit.HOST_NAME);
      if (!host.isTextual() || !ListEdit.isHost(host.textValue())) {
        throw JsonFields.invalid(path + "." + HOST, "Expected the name or address of a host");
      } else if (hosts.put(host.textValue(), timeout(fields, path)) != null) {
        throw JsonFields.invalid(path + "." + HOST, "Expected each host once");
      }
    }
    return hosts;
  }

  private static Optional<DrainTimeout> timeout(JsonFields fields, String path) {
    Optional<DrainTimeout> timeout = fields.timeout(TIMEOUT);
    if (!fields.flag(HOLD)) {
      return timeout;
    } else if (timeout.isPresent()) {
      throw JsonFields.invalid(path + "." + HOLD, "A drain that is held has no timeout");
    }
    return Optional.of(DrainTimeout.HELD);
  }

  private static SortedSet<String> remove(JsonNode array, SortedMap<String, ?> added) {
    SortedSet<String> hosts = new TreeSet<>();
    for (int i = 0; i < array.size(); i++) {
      String path = REMOVE + "[" + i + "]";
      JsonNode host = array.get(i);
      JsonFields.requireFits(path, host, TextLimit.HOST_NAME);
      if (!host.isTextual() || !isName(host.textValue())) {
        throw JsonFields.invalid(path, "Expected the name or address of a host");
      } else if (added.containsKey(host.textValue()) || !hosts.add(host.textValue())) {
        throw JsonFields.invalid(path, "Expected each host once, in " + ADD + " or in " + REMOVE);
      }
    }
    return hosts;
  }

  /**
   * A list may hold a name that could not be added here. It must be possible to remove that name.
   */
  private static boolean isName(String text) {
    return !text.isBlank() && text.chars().noneMatch(Character::isISOControl);
  }
}
