package ebb.app.command;

import ebb.app.config.DataFolder;
import ebb.app.config.Settings;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What an instance prints once all of its ports answer.
 *
 * @param tls whether the admin API requires https
 * @param admin the address of the admin API, with its real port
 * @param logs the folder of the log
 */
record StartupBanner(String instance, boolean tls, InetSocketAddress admin, Path logs) {

  static StartupBanner of(Settings settings, InetSocketAddress admin, DataFolder data) {
    return new StartupBanner(
        settings.instance(), settings.admin().tls().isPresent(), admin, data.logs());
  }

  /** The URL of the admin API, as the commands take it after {@code --rm}. */
  String adminApi() {
    InetAddress address = admin.getAddress();
    String host = address.getHostAddress();
    return "%s://%s:%d"
        .formatted(
            tls ? "https" : "http",
            address instanceof Inet6Address ? "[" + host + "]" : host,
            admin.getPort());
  }

  /** For people who wait for it. */
  String line() {
    return "Ebb serves as %s: admin API on %s, YARN's ports as in yarn-site.xml; log in %s"
        .formatted(instance, adminApi(), logs);
  }

  /** The same for programs, by name. */
  Map<String, String> fields() {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("instance", instance);
    fields.put("adminApi", adminApi());
    fields.put("logs", logs.toString());
    return fields;
  }
}
