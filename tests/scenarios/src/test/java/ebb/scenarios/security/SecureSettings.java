package ebb.scenarios.security;

import ebb.demo.cluster.HadoopXml;
import ebb.demo.cluster.LoopbackCluster;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/** Turns the settings of a cluster into those of one with Kerberos, for RPC and HTTP. */
public final class SecureSettings {
  private static final String INITIALIZER =
      "org.apache.hadoop.security.AuthenticationFilterInitializer";

  private SecureSettings() {}

  /**
   * Writes them, with the principals {@code rm/localhost}, {@code HTTP/localhost} and, for a
   * NodeManager, {@code nm/} and its host.
   */
  public static void write(LoopbackCluster cluster, Realm realm) throws Exception {
    String web = realm.keytab("HTTP/localhost").toString();
    Map<String, String> core = new LinkedHashMap<>();
    core.put("hadoop.security.authentication", "kerberos");
    core.put("hadoop.http.filter.initializers", INITIALIZER);
    core.put("hadoop.http.authentication.type", "kerberos");
    core.put("hadoop.http.authentication.kerberos.principal", realm.principal("HTTP/localhost"));
    core.put("hadoop.http.authentication.kerberos.keytab", web);
    add(cluster, "core-site.xml", core);
    Map<String, String> yarn = new LinkedHashMap<>();
    yarn.put(YarnConfiguration.RM_PRINCIPAL, realm.principal("rm/localhost"));
    yarn.put(YarnConfiguration.RM_KEYTAB, realm.keytab("rm/localhost").toString());
    yarn.put(YarnConfiguration.NM_PRINCIPAL, realm.principal("nm/_HOST"));
    yarn.put(YarnConfiguration.RM_WEBAPP_SPNEGO_USER_NAME_KEY, realm.principal("HTTP/localhost"));
    yarn.put(YarnConfiguration.RM_WEBAPP_SPNEGO_KEYTAB_FILE_KEY, web);
    add(cluster, "yarn-site.xml", yarn);
  }

  /**
   * Overrides these keys in a file.
   *
   * @param file its name in the configuration folder
   */
  public static void add(LoopbackCluster cluster, String file, Map<String, String> more) {
    Path path = cluster.folder().conf().resolve(file);
    Configuration before = new Configuration(false);
    before.addResource(new org.apache.hadoop.fs.Path(path.toUri()));
    Map<String, String> all = new LinkedHashMap<>();
    before.forEach(each -> all.put(each.getKey(), before.getRaw(each.getKey())));
    all.putAll(more);
    HadoopXml.write(path, all);
  }
}
