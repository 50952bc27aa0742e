package ebb.admin.webhooks;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A webhook as the API shows it.
 *
 * @param target the scheme, host and port of its URL; the rest may be a secret
 * @param position as in {@link WebhookState}; null if no instance has begun with it
 */
public record WebhookJson(
    String name,
    String target,
    String filter,
    long giveUpAfterSeconds,
    @Nullable String position,
    @Nullable String sentAt,
    @Nullable UndeliveredEvent failing,
    List<UndeliveredEvent> deadLetters) {

  static WebhookJson of(WebhookSettings webhook, Optional<WebhookState> state) {
    return new WebhookJson(
        webhook.name(),
        webhook.target(),
        webhook.filter(),
        webhook.giveUpAfter().toSeconds(),
        state.map(WebhookState::position).orElse(null),
        state.map(WebhookState::sentAt).orElse(null),
        state.map(WebhookState::failing).orElse(null),
        state.map(WebhookState::deadLetters).orElse(List.of()));
  }
}
