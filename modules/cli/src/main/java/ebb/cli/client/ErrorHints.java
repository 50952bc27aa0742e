package ebb.cli.client;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What to do about a refusal, by the code of the problem. */
final class ErrorHints {
  private static final String OTHER_VERSION =
      "this command does not match the ResourceManager; use the command of the same version ('ebb"
          + " version')";
  private static final String LATER = "try again in a moment";

  private ErrorHints() {}

  /**
   * @param code the code of the problem, or any other text if the answer was not from the admin API
   * @param read whether the request only reads
   */
  static String of(int status, String code, boolean read) {
    return ofProblem(code, read)
        .orElse(
            status >= 500
                ? "try again, and check the ResourceManager's log"
                : "name the address of Ebb's admin API with --rm or EBB_RM");
  }

  /** The hint for a problem; empty if it is not one of the admin API's. */
  static Optional<String> ofProblem(String code, boolean read) {
    return Optional.ofNullable(
        switch (code) {
          case "unauthenticated" ->
              "get a Kerberos ticket with kinit if the API accepts Kerberos, or pass a token with"
                  + " --token-file or EBB_TOKEN, or a certificate";
          case "forbidden" ->
              "use a token or certificate with the role admin, or with a role that may do this"
                  + " ('ebb whoami' shows your role), or a principal in yarn.admin.acl";
          case "invalid-field", "invalid-parameter" -> "use another value";
          case "missing-field",
              "unknown-field",
              "unknown-parameter",
              "malformed-json",
              "bad-request",
              "method-not-allowed",
              "not-found",
              "unsupported-media-type",
              "precondition-required" ->
              OTHER_VERSION;
          case "misdirected-request" -> "use localhost or a loopback address with --rm";
          case "content-too-large" -> "name fewer hosts at a time";
          case "node-not-found" -> "'ebb nodes' lists the known nodes";
          case Refusal.CONFIRMATION_REQUIRED -> "add --yes to proceed";
          case "drain-held" -> "'ebb drain' without --hold releases the host";
          case "not-draining" -> "'ebb nodes --state DECOMMISSIONING' lists the draining nodes";
          case "operation-not-found" -> "'ebb operations' lists the operations that are kept";
          case "position-unknown", "position-gone" ->
              "omit --after for new events only, or use --after 0 for all events";
          case "instance-not-found" -> "'ebb instances' lists the members";
          case "instance-leaving" -> "'ebb instances' shows when it has left";
          case "nobody-takes-over" -> "start another instance first, or add --force";
          case "idempotency-key-reused" -> "use another key for another request";
          default -> ofLists(code, read);
        });
  }

  private static @Nullable String ofLists(String code, boolean read) {
    return switch (code) {
      case "list-unreadable" ->
          "fix the file; until then the lists in force stay as they are ('ebb lists')";
      case "configuration-unreadable" ->
          "fix yarn-site.xml where the ResourceManager reads it; until then the lists in force"
              + " stay as they are";
      case "exclude-list-not-configured" ->
          "set yarn.resourcemanager.nodes.exclude-path in yarn-site.xml";
      case "unknown-host" ->
          "correct the name ('ebb nodes' lists the nodes), or add --allow-unknown for a host that"
              + " has no node yet";
      case "plan-changed" -> "look at the current plan with --dry-run";
      case "list-not-editable" -> "edit the file by hand, then run 'ebb refresh-nodes -g'";
      case "list-not-writable" ->
          "let the ResourceManager write the file and its folder, or edit it by hand and then run"
              + " 'ebb refresh-nodes -g'";
      case "lists-changed" -> "somebody else is editing the file; try again";
      case "older-lists" ->
          "update the files, or accept them with 'ebb refresh-nodes -g --accept-older'";
      case "too-many-refreshes" -> LATER;
      case "already-queued", "queued-drain-not-found" -> "'ebb queue' lists the queued drains";
      case "already-excluded" -> "'ebb nodes' shows their progress";
      case "nothing-selected" -> "'ebb nodes' lists the nodes, 'ebb node' their racks and labels";
      case "not-enough-selected" -> "request less, or select more hosts";
      case "lists-differ" -> "'ebb lists' shows the edits, 'ebb refresh-nodes -g' applies them";
      case "window-closed" -> "use a later --until";
      case "unknown-window" -> "correct the name, or set ebb.windows on all instances";
      case "capacity-missing" ->
          "keep less, or name another label; 'ebb node' shows the labels of a node";
      case "queue-full" ->
          "wait for some of them to end, or cancel them with 'ebb queue ID --cancel'";
      default -> ofServer(code, read);
    };
  }

  private static @Nullable String ofServer(String code, boolean read) {
    return switch (code) {
      case "journal-unavailable" ->
          "check the ResourceManager's log (is a disk full?), then try again";
      case "internal-error" -> "check the ResourceManager's log";
      case "list-busy", "too-many-connections" -> LATER;
      case "instance-unavailable" -> "check 'ebb instances' before you try again";
      case "not-ready" -> "try again in a moment, or use another instance with --rm";
      case "leader-unavailable" ->
          read ? LATER : "check 'ebb operations' and 'ebb lists' before you try again";
      default -> null;
    };
  }
}
