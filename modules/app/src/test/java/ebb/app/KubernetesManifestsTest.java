package ebb.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import ebb.admin.Certificates;
import ebb.app.cluster.Bootstrap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * conf/kubernetes, as far as it can be checked without Kubernetes: the files can be read, agree
 * with each other and with what Ebb is, and Ebb takes the configuration in them.
 */
class KubernetesManifestsTest {
  private static final Path SHIPPED = Path.of("..", "..", "conf", "kubernetes");

  private final List<Map<String, Object>> documents = documents();

  @TempDir private Path folder;

  @Test
  void shouldHaveEverythingInOneNamespace() {
    assertThat(documents).extracting(each -> each.get("kind")).contains("Role", "NetworkPolicy");
    assertThat(documents)
        .filteredOn(each -> !"Namespace".equals(each.get("kind")))
        .isNotEmpty()
        .allSatisfy(each -> assertThat(at(each, "metadata", "namespace")).isEqualTo("ebb"));
    assertThat(at(the("Namespace"), "metadata", "name")).isEqualTo("ebb");
  }

  @Test
  void shouldGivePodsNamesThatYarnAndTheServiceKnow() throws IOException {
    Map<String, Object> set = the("StatefulSet");
    String name = (String) at(set, "metadata", "name");
    int replicas = (int) at(set, "spec", "replicas");
    String service = (String) at(set, "spec", "serviceName");
    assertThat(at(the("Service"), "metadata", "name")).isEqualTo(service);
    assertThat(at(the("Service"), "spec", "clusterIP")).isEqualTo("None");

    Configuration yarn = yarnSite();
    assertThat(yarn.getStrings(YarnConfiguration.RM_HA_IDS))
        .containsExactlyElementsOf(
            IntStream.range(0, replicas).mapToObj(i -> name + "-" + i).toList());
    for (String id : yarn.getStrings(YarnConfiguration.RM_HA_IDS)) {
      assertThat(yarn.get("yarn.resourcemanager.hostname." + id))
          .isEqualTo(hostOf(id))
          .isEqualTo(id + "." + service + ".ebb.svc.cluster.local");
    }
    assertThat(ebbConf().getInt("ebb.cluster.bootstrap.instances")).isEqualTo(replicas);
  }

  @Test
  void shouldLetInstancesFindTheirPodsAndNothingElse() {
    String label = ebbConf().getString("ebb.cluster.bootstrap.service");
    assertThat(at(the("StatefulSet"), "spec", "selector", "matchLabels", "app")).isEqualTo(label);
    assertThat(at(the("StatefulSet"), "spec", "template", "metadata", "labels", "app"))
        .isEqualTo(label);
    assertThat(at(the("Service"), "spec", "selector", "app")).isEqualTo(label);
    assertThat(at(the("NetworkPolicy"), "spec", "podSelector", "matchLabels", "app"))
        .isEqualTo(label);
    assertThat(at(the("Role"), "rules"))
        .isEqualTo(
            List.of(
                Map.of(
                    "apiGroups",
                    List.of(""),
                    "resources",
                    List.of("pods"),
                    "verbs",
                    List.of("get", "watch", "list"))));
    Map<String, Object> binding = the("RoleBinding");
    assertThat(at(binding, "roleRef", "name")).isEqualTo(at(the("Role"), "metadata", "name"));
    assertThat(at(list(at(binding, "subjects")).get(0), "name"))
        .isEqualTo(at(the("ServiceAccount"), "metadata", "name"))
        .isEqualTo(at(pod(), "serviceAccountName"));
  }

  @Test
  void shouldNamePortsAsTheyAre() {
    Map<String, Integer> ports = new HashMap<>();
    list(at(container(), "ports"))
        .forEach(each -> ports.put((String) at(each, "name"), (int) at(each, "containerPort")));
    Config ebb = ebbConf();
    assertThat(ports)
        .isEqualTo(
            Map.of(
                "scheduler",
                YarnConfiguration.DEFAULT_RM_SCHEDULER_PORT,
                "nodemanagers",
                YarnConfiguration.DEFAULT_RM_RESOURCE_TRACKER_PORT,
                "clients",
                YarnConfiguration.DEFAULT_RM_PORT,
                "rmadmin",
                YarnConfiguration.DEFAULT_RM_ADMIN_PORT,
                "web",
                YarnConfiguration.DEFAULT_RM_WEBAPP_PORT,
                "admin",
                ebb.getInt("ebb.http.port"),
                "members",
                ebb.getInt("ebb.cluster.port"),
                Bootstrap.PORT_NAME,
                ebb.getInt("ebb.cluster.bootstrap.port")));
    assertThat(list(at(the("Service"), "spec", "ports")))
        .allSatisfy(
            port ->
                assertThat(port.get("port"))
                    .isEqualTo(ports.get(String.valueOf(port.get("targetPort")))));
    assertThat(
            list(at(the("NetworkPolicy"), "spec", "ingress")).stream()
                .flatMap(rule -> list(at(rule, "ports")).stream())
                .map(port -> port.get("port")))
        .containsExactlyInAnyOrderElementsOf(ports.keySet());
  }

  @Test
  void shouldProbeWhatAkkaManagementAnswers() {
    Config checks = ConfigFactory.defaultReference().getConfig("akka.management.health-checks");
    assertThat(at(container(), "readinessProbe", "httpGet"))
        .isEqualTo(
            Map.of("path", "/" + checks.getString("readiness-path"), "port", Bootstrap.PORT_NAME));
    assertThat(at(container(), "livenessProbe", "httpGet"))
        .isEqualTo(
            Map.of("path", "/" + checks.getString("liveness-path"), "port", Bootstrap.PORT_NAME));
  }

  /** What {@code ebb config check} says in a pod, with its environment and its files. */
  @Test
  void shouldTakeTheConfigurationAsAPodHasIt() throws Exception {
    var certificates = new Certificates(folder, "RSA");
    certificates.selfSigned("one", "CN=ebb");
    Path mounted = Files.createDirectory(folder.resolve("secret"));
    for (String key : secretKeys()) {
      Path file = mounted.resolve(key);
      if (key.endsWith(".pem")) {
        Files.copy(certificates.certificate("one"), file);
      } else if (key.endsWith(".key")) {
        Files.copy(certificates.key("one"), file);
      } else {
        Files.writeString(
            file, key.equals("users") ? "anna admin sha256:" + "0".repeat(64) + "\n" : "secret\n");
      }
    }
    Path conf = Files.createDirectory(folder.resolve("conf"));
    for (var file : configMap().entrySet()) {
      Files.writeString(
          conf.resolve(file.getKey()),
          file.getValue().replace(mountPath("secret") + "/", mounted + "/"));
    }
    Map<String, String> environment = new HashMap<>();
    env().forEach((name, value) -> environment.put(name, value.replace("$(POD_NAME)", "ebb-1")));

    String said = configCheck(conf, environment);

    assertThat(said).contains("can be used");
    // and without its name it would not be one of them
    environment.remove("EBB_INSTANCE");
    assertThat(configCheck(conf, environment)).contains("ebb.instance = rm1 is not allowed");
  }

  private String configCheck(Path conf, Map<String, String> environment) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "config",
                "check",
                "--conf",
                conf.toString(),
                "--data",
                folder.resolve("data").toString()));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("EBB_"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return said;
  }

  @Test
  void shouldMountWhatTheConfigurationNames() {
    assertThat(at(volume("conf"), "configMap", "name"))
        .isEqualTo(at(the("ConfigMap"), "metadata", "name"));
    assertThat(at(volume("secret"), "secret", "secretName"))
        .isEqualTo(at(the("Secret"), "metadata", "name"));
    assertThat(
            Stream.concat(
                list(at(pod(), "volumes")).stream().map(each -> each.get("name")),
                claims().stream().map(each -> at(each, "metadata", "name"))))
        .containsExactlyInAnyOrderElementsOf(
            list(at(container(), "volumeMounts")).stream().map(each -> each.get("name")).toList());
    assertThat(at(container(), "args"))
        .isEqualTo(
            List.of("start", "--conf", mountPath("conf"), "--data", mountPath("data") + "/data"));
    String conf = file("ebb.conf");
    assertThat(secretKeys())
        .hasSize(4)
        .allMatch(key -> conf.contains(mountPath("secret") + "/" + key));
  }

  /** An instance whose pod was replaced has to know what it has acknowledged. */
  @Test
  void shouldKeepTheDataFolderOfAPodThatIsReplaced() {
    assertThat(claims()).hasSize(1);
    assertThat(at(claims().get(0), "metadata", "name")).isEqualTo("data");
    assertThat(at(claims().get(0), "spec", "accessModes")).isEqualTo(List.of("ReadWriteOnce"));
  }

  @Test
  void shouldMakeTheJournalThatTheInstancesUse() {
    Object pod = at(the("Job"), "spec", "template", "spec");
    Object container = list(at(pod, "containers")).get(0);
    Config journal = ebbConf().getConfig("ebb.journal");

    assertThat(args(container))
        .containsExactly("journal", "create", "--journal", "$(EBB_JOURNAL_URL)");
    assertThat(env(container))
        .isEqualTo(
            Map.of(
                "EBB_JOURNAL_URL", journal.getString("url"),
                "EBB_JOURNAL_USER", journal.getString("user"),
                "EBB_JOURNAL_PASSWORD_FILE", journal.getString("password-file")));
    assertThat(at(container, "image")).isEqualTo(at(container(), "image"));
    assertThat(list(at(container, "volumeMounts")))
        .containsExactly(
            Map.of("name", "secret", "mountPath", mountPath("secret"), "readOnly", true));
    assertThat(list(at(pod, "volumes"))).containsExactly(volume("secret"));
    assertThat(at(pod, "securityContext")).isEqualTo(at(pod(), "securityContext"));
    // Neither the service nor the other instances may take it for an instance.
    assertThat(at(the("Job"), "spec", "template", "metadata", "labels", "app"))
        .isNotEqualTo(ebbConf().getString("ebb.cluster.bootstrap.service"));
    // Picocli throws at what it does not know.
    Main.commandLine().parseArgs(args(container));
  }

  private String hostOf(String pod) {
    return env().getOrDefault("EBB_CLUSTER_HOST", "").replace("$(POD_NAME)", pod);
  }

  private String file(String name) {
    return (String) at(the("ConfigMap"), "data", name);
  }

  private String mountPath(String volume) {
    return list(at(container(), "volumeMounts")).stream()
        .filter(each -> volume.equals(each.get("name")))
        .map(each -> (String) at(each, "mountPath"))
        .findFirst()
        .orElseThrow();
  }

  private Map<String, Object> volume(String name) {
    return list(at(pod(), "volumes")).stream()
        .filter(each -> name.equals(each.get("name")))
        .findFirst()
        .orElseThrow();
  }

  private Object pod() {
    return at(the("StatefulSet"), "spec", "template", "spec");
  }

  private Object container() {
    return list(at(pod(), "containers")).get(0);
  }

  private List<Map<String, Object>> claims() {
    return list(at(the("StatefulSet"), "spec", "volumeClaimTemplates"));
  }

  private static String[] args(Object container) {
    return ((List<?>) at(container, "args")).stream().map(String::valueOf).toArray(String[]::new);
  }

  private Map<String, String> env() {
    return env(container());
  }

  /** Values as they stand; those that come from elsewhere are left out. */
  private static Map<String, String> env(Object container) {
    Map<String, String> env = new HashMap<>();
    list(at(container, "env")).stream()
        .filter(each -> each.containsKey("value"))
        .forEach(each -> env.put((String) at(each, "name"), (String) at(each, "value")));
    return env;
  }

  private Config ebbConf() {
    return ConfigFactory.parseString(file("ebb.conf"))
        .withFallback(ConfigFactory.defaultReference());
  }

  private Configuration yarnSite() throws IOException {
    Path file = Files.writeString(folder.resolve("yarn.xml"), file("yarn-site.xml"));
    Configuration yarn = new Configuration(false);
    yarn.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
    return yarn;
  }

  @SuppressWarnings("unchecked")
  private Map<String, String> configMap() {
    return (Map<String, String>) at(the("ConfigMap"), "data");
  }

  @SuppressWarnings("unchecked")
  private Iterable<String> secretKeys() {
    return ((Map<String, String>) at(the("Secret"), "stringData")).keySet();
  }

  private Map<String, Object> the(String kind) {
    List<Map<String, Object>> found =
        documents.stream().filter(each -> kind.equals(each.get("kind"))).toList();
    assertThat(found).as(kind).hasSize(1);
    return found.get(0);
  }

  private static Object at(Object document, String... path) {
    Object here = document;
    for (String key : path) {
      here =
          Objects.requireNonNull(
              ((Map<?, ?>) here).get(key), key + " of " + String.join(".", path));
    }
    return here;
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> list(Object list) {
    return (List<Map<String, Object>>) list;
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> documents() {
    List<Map<String, Object>> documents = new ArrayList<>();
    try (Stream<Path> files = Files.list(SHIPPED)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".yaml")).toList()) {
        var yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
        for (Object document : yaml.loadAll(Files.readString(file))) {
          documents.add((Map<String, Object>) document);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return documents;
  }
}
