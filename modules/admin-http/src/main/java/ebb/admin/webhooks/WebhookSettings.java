package ebb.admin.webhooks;

import akka.http.javadsl.model.Host;
import com.typesafe.config.Config;
import ebb.admin.http.LocalHosts;
import ebb.admin.http.ProblemException;
import ebb.admin.routes.EventsQuery;
import ebb.domain.TimeLimit;
import ebb.files.ConfiguredFile;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * One entry of {@code ebb.webhooks}; docs/configuration.md describes its keys.
 *
 * @param url may contain a secret, so only {@link #target} is shown
 * @param filter selects events, as the query of {@code GET /api/v1/events} does
 * @param events the same, parsed; its position is where a new webhook begins
 * @param giveUpAfter how long an event is retried before it becomes a dead letter
 */
public record WebhookSettings(
    String name,
    URI url,
    Path secretFile,
    String filter,
    EventsQuery events,
    Duration giveUpAfter) {
  private static final String PATH = "ebb.webhooks";

  /** Each takes a thread, and a connection to the database at times. */
  private static final int MOST = 8;

  private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,40}");
  private static final int SHORTEST_SECRET = 16;
  private static final Set<String> KEYS =
      Set.of("name", "url", "secret-file", "filter", "give-up-after");

  /**
   * Reads all webhooks, and checks them and their secrets. Blocks.
   *
   * @param root the whole configuration
   * @throws IllegalArgumentException with a one-line message, if a value is not allowed or a secret
   *     cannot be read
   */
  public static List<WebhookSettings> from(Config root) {
    List<WebhookSettings> found = new ArrayList<>();
    for (Config entry : root.getConfigList(PATH)) {
      WebhookSettings webhook = of(entry);
      if (found.stream().anyMatch(other -> other.name.equals(webhook.name))) {
        throw new IllegalArgumentException(PATH + " has two with the name " + webhook.name);
      }
      found.add(webhook);
    }
    if (found.size() > MOST) {
      throw new IllegalArgumentException(
          PATH + " has " + found.size() + " entries; allowed are up to " + MOST);
    }
    return List.copyOf(found);
  }

  private static WebhookSettings of(Config entry) {
    String name = required(entry, "name", PATH + ": ");
    require(NAME.matcher(name).matches(), PATH + ": name", name, "1 to 40 of a-z, 0-9 and -");
    String where = PATH + ", " + name + ": ";
    entry.root().keySet().stream()
        .filter(key -> !KEYS.contains(key))
        .findFirst()
        .ifPresent(
            key -> {
              throw new IllegalArgumentException(where + "there is no key " + key);
            });
    String filter = entry.hasPath("filter") ? entry.getString("filter") : "";
    WebhookSettings webhook =
        new WebhookSettings(
            name,
            url(required(entry, "url", where), where),
            path(required(entry, "secret-file", where), where),
            filter,
            events(filter, where),
            entry.hasPath("give-up-after")
                ? entry.getDuration("give-up-after")
                : Duration.ofMinutes(15));
    TimeLimit.require(where + "give-up-after", webhook.giveUpAfter);
    require(
        !webhook.giveUpAfter.isNegative(),
        where + "give-up-after",
        webhook.giveUpAfter,
        "durations from nothing");
    try {
      byte[] unused = webhook.secret();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(where + "secret-file: " + e.getMessage(), e);
    }
    return webhook;
  }

  private static String required(Config entry, String key, String where) {
    if (!entry.hasPath(key)) {
      throw new IllegalArgumentException(where + "there is no " + key);
    }
    return entry.getString(key);
  }

  /** The message does not quote the URL, which may contain a secret. */
  private static URI url(String text, String where) {
    try {
      URI url = new URI(text);
      boolean secure = "https".equalsIgnoreCase(url.getScheme());
      if (url.getHost() != null
          && url.getRawUserInfo() == null
          && url.getRawFragment() == null
          && (secure || ("http".equalsIgnoreCase(url.getScheme()) && isLocal(url.getHost())))) {
        return url;
      }
    } catch (URISyntaxException | IllegalArgumentException e) {
      // refused below, like any other wrong URL
    }
    throw new IllegalArgumentException(
        where
            + "url is not allowed; allowed are https://HOST[:PORT]/PATH, and http:// to localhost"
            + " or a loopback address, without a user and without a fragment");
  }

  private static boolean isLocal(String host) {
    return LocalHosts.contains(Host.create(host));
  }

  private static Path path(String text, String where) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException(where + "secret-file = " + text + " is not a path", e);
    }
  }

  private static EventsQuery events(String filter, String where) {
    try {
      return EventsQuery.parse(filter);
    } catch (ProblemException e) {
      throw new IllegalArgumentException(
          where + "filter = " + filter + ": " + e.field() + ": " + e.getMessage(), e);
    }
  }

  private static void require(boolean legal, String key, Object value, String allowed) {
    if (!legal) {
      throw new IllegalArgumentException(
          key + " = " + value + " is not allowed; allowed are " + allowed);
    }
  }

  /** Where the events go, without the parts of the URL that may be secret. */
  String target() {
    return url.getScheme() + "://" + url.getRawAuthority();
  }

  /**
   * Reads the secret. Blocks, for a bounded time.
   *
   * @throws IllegalArgumentException with a one-line message that names the file, if it cannot be
   *     read or its first line is too short
   */
  byte[] secret() {
    try {
      byte[] secret =
          new String(ConfiguredFile.readInTime(secretFile), StandardCharsets.ISO_8859_1)
              .lines()
              .findFirst()
              .orElse("")
              .getBytes(StandardCharsets.ISO_8859_1);
      if (secret.length < SHORTEST_SECRET) {
        throw new IllegalArgumentException(
            secretFile + " has no secret of at least " + SHORTEST_SECRET + " bytes in its line 1");
      }
      return secret;
    } catch (IOException e) {
      throw ConfiguredFile.unusable(secretFile, e);
    }
  }
}
