package ebb.admin.json;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.admin.http.JsonFields;
import ebb.admin.http.ProblemCode;
import ebb.admin.http.ProblemException;
import ebb.domain.DrainTimeout;
import ebb.domain.NodeState;
import ebb.domain.refresh.PlanToken;
import ebb.domain.scalein.ScaleInAmount;
import ebb.domain.scalein.ScaleInAmount.Unit;
import ebb.domain.text.HostPattern;
import ebb.domain.text.TextLimit;
import ebb.nodeslist.observed.NodeSelection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The body of a request to scale in, checked field by field.
 *
 * <p>One of {@code nodes}, {@code memoryMb} and {@code vcores} is the amount. {@code hosts} holds
 * names, addresses and patterns, {@code states}, {@code racks}, {@code labels}, {@code attributes}
 * and {@code versions} hold the values of {@link NodeSelection}. {@code timeoutSecs} is as in
 * {@link ExcludesBody}; {@code by} is the time at which the drains are to end at the latest.
 *
 * @param reason with the amount and the selection
 */
public record ScaleInBody(
    ScaleInAmount amount,
    NodeSelection selection,
    Optional<DrainTimeout> timeout,
    Optional<Instant> by,
    Optional<String> reason,
    boolean requireConfirmation,
    boolean dryRun,
    Optional<PlanToken> plan) {
  private static final Map<String, Unit> AMOUNTS = amounts();
  private static final String HOSTS = "hosts";
  private static final String STATES = "states";
  private static final List<String> TEXTS = List.of("racks", "labels", "attributes", "versions");
  private static final String TIMEOUT = "timeoutSecs";
  private static final String BY = "by";
  private static final String REASON = "reason";
  private static final int MOST_TERMS = 400;

  private static Map<String, Unit> amounts() {
    Map<String, Unit> amounts = new LinkedHashMap<>();
    amounts.put("nodes", Unit.NODES);
    amounts.put("memoryMb", Unit.MEMORY);
    amounts.put("vcores", Unit.VCORES);
    return amounts;
  }

  /**
   * @throws ProblemException that names the wrong field
   */
  public static ScaleInBody parse(byte[] body) {
    List<String> known = new ArrayList<>(AMOUNTS.keySet());
    known.addAll(List.of(HOSTS, STATES, TIMEOUT, BY, REASON));
    known.addAll(TEXTS);
    known.addAll(List.of(RefreshBody.CONFIRMATION, RefreshBody.DRY_RUN, RefreshBody.PLAN));
    JsonFields fields = JsonFields.parse(body, known);
    ScaleInAmount amount = amount(fields);
    List<String> hosts = texts(fields, HOSTS);
    NodeSelection selection =
        new NodeSelection(
            hosts.stream().map(ScaleInBody::pattern).toList(),
            states(fields),
            Set.copyOf(texts(fields, TEXTS.get(0))),
            Set.copyOf(texts(fields, TEXTS.get(1))),
            Set.copyOf(texts(fields, TEXTS.get(2))),
            Set.copyOf(texts(fields, TEXTS.get(3))));
    Optional<DrainTimeout> timeout = fields.timeout(TIMEOUT);
    Optional<Instant> by = fields.has(BY) ? Optional.of(fields.instant(BY)) : Optional.empty();
    if (timeout.isPresent() && by.isPresent()) {
      throw JsonFields.invalid(BY, "Expected " + TIMEOUT + " or " + BY + ", not both");
    }
    return new ScaleInBody(
        amount,
        selection,
        timeout,
        by,
        Optional.of(reason(fields, amount, hosts)),
        fields.flag(RefreshBody.CONFIRMATION),
        fields.flag(RefreshBody.DRY_RUN),
        fields.plan(RefreshBody.PLAN));
  }

  private static ScaleInAmount amount(JsonFields fields) {
    List<String> given = AMOUNTS.keySet().stream().filter(fields::has).toList();
    String expected = "Expected one of " + String.join(", ", AMOUNTS.keySet());
    if (given.isEmpty()) {
      throw new ProblemException(ProblemCode.MISSING_FIELD, expected, "nodes");
    } else if (given.size() > 1) {
      throw JsonFields.invalid(given.get(1), expected + ", not several");
    }
    String field = given.get(0);
    long value = fields.number(field).orElseThrow();
    if (value < 1) {
      throw JsonFields.invalid(field, "Expected at least 1");
    }
    return new ScaleInAmount(Objects.requireNonNull(AMOUNTS.get(field)), value);
  }

  private static HostPattern pattern(String text) {
    try {
      return HostPattern.parse(text);
    } catch (IllegalArgumentException e) {
      throw JsonFields.invalid(HOSTS, String.valueOf(e.getMessage()));
    }
  }

  private static Set<NodeState> states(JsonFields fields) {
    List<NodeState> eligible = List.of(NodeState.RUNNING, NodeState.UNHEALTHY);
    Map<String, NodeState> byName =
        eligible.stream().collect(Collectors.toMap(NodeState::name, Function.identity()));
    return texts(fields, STATES).stream()
        .map(
            name ->
                Optional.ofNullable(byName.get(name))
                    .orElseThrow(
                        () -> JsonFields.invalid(STATES, "Expected " + eligible + " at most")))
        .collect(Collectors.toSet());
  }

  private static List<String> texts(JsonFields fields, String name) {
    List<String> texts = new ArrayList<>();
    for (JsonNode each : fields.array(name)) {
      JsonFields.requireFits(name, each, TextLimit.HOST_NAME);
      if (!each.isTextual()
          || each.textValue().isBlank()
          || each.textValue().chars().anyMatch(Character::isISOControl)) {
        throw JsonFields.invalid(name, "Expected texts of one line that are not blank");
      }
      texts.add(each.textValue());
    }
    if (fields.has(name) && texts.isEmpty()) {
      throw JsonFields.invalid(name, "Expected at least one, or no such field");
    }
    return texts;
  }

  /** Also tells how the hosts were selected, if there is room. */
  private static String reason(JsonFields fields, ScaleInAmount amount, List<String> hosts) {
    List<String> terms = new ArrayList<>(hosts);
    terms.addAll(texts(fields, STATES));
    TEXTS.forEach(name -> terms.addAll(texts(fields, name)));
    String of = terms.isEmpty() ? "" : " of " + String.join(", ", terms);
    String what = "scale-in of " + amount + TextLimit.cut(of, MOST_TERMS);
    return fields
        .line(REASON)
        .map(own -> own + " (" + what + ")")
        .filter(text -> TextLimit.LINE.problemOf(text).isEmpty())
        .or(() -> fields.line(REASON))
        .orElse(what);
  }

  /**
   * How long a drain that begins now may take; empty for the configured timeout.
   *
   * @throws ProblemException if the time at which it is to end is over
   */
  public Optional<DrainTimeout> timeoutAt(Instant now) {
    return by.map(
            end -> {
              long seconds = Duration.between(now, end).toSeconds();
              if (seconds < 1) {
                // A timeout of 0 would end the drains at once.
                throw JsonFields.invalid(BY, "Expected a time to come, but it is " + now);
              }
              return DrainTimeout.ofSeconds(seconds);
            })
        .or(() -> timeout);
  }
}
