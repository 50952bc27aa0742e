package ebb.differential.script;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * What the administrator writes: both lists, and the yarn-site.xml that names them.
 *
 * @param configuredTimeout seconds, in yarn-site.xml
 */
public record Lists(Include include, Exclude exclude, int configuredTimeout) {

  /** The form of the exclude list. */
  public enum Form {
    PLAIN,
    XML,
    /** XML with spaces around its numbers, which stock cannot read. */
    SPACED_XML,
    /** XML that ends in the middle. */
    TRUNCATED_XML,
    MISSING,
    /** The path is not in yarn-site.xml. */
    NO_PATH
  }

  /** For the exclude list. */
  public record Entry(String host, OptionalInt timeout) {}

  /**
   * @param hosts of a plain file
   * @param present whether the file exists
   */
  public record Include(List<String> hosts, boolean present) {}

  /** The exclude list. */
  public record Exclude(Form form, List<Entry> entries) {}

  public static final Lists EMPTY =
      new Lists(new Include(List.of(), true), new Exclude(Form.PLAIN, List.of()), 3600);

  /** A refresh ignores Hadoop's defaults, but they take long to parse. */
  public static void writeDefaults(Path folder) {
    try {
      for (String name : List.of("core-default.xml", "core-site.xml", "yarn-default.xml")) {
        Files.writeString(folder.resolve(name), "<configuration/>");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes the files into a folder, and removes those of before. */
  public void writeTo(Path folder) {
    try {
      Path includes = folder.resolve("include.txt");
      Path plain = folder.resolve("exclude.txt");
      Path xml = folder.resolve("exclude.xml");
      for (Path each : List.of(includes, plain, xml)) {
        Files.deleteIfExists(each);
      }
      if (include.present()) {
        Files.writeString(includes, "# hosts\n" + String.join(" # one\n", include.hosts()) + "\n");
      }
      switch (exclude.form()) {
        case PLAIN -> Files.writeString(plain, plain());
        case XML -> Files.writeString(xml, xml(""));
        case SPACED_XML -> Files.writeString(xml, xml(" "));
        case TRUNCATED_XML -> Files.writeString(xml, xml("").replace("</hosts>", ""));
        case MISSING, NO_PATH -> {}
      }
      String path = exclude.form() == Form.PLAIN ? plain.toString() : xml.toString();
      Files.writeString(
          folder.resolve("yarn-site.xml"),
          "<configuration>"
              + property("yarn.resourcemanager.nodes.include-path", includes.toString())
              + (exclude.form() == Form.NO_PATH
                  ? ""
                  : property("yarn.resourcemanager.nodes.exclude-path", path))
              + property(
                  "yarn.resourcemanager.nodemanager-graceful-decommission-timeout-secs",
                  Integer.toString(configuredTimeout))
              + "</configuration>");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String property(String name, String value) {
    return "<property><name>" + name + "</name><value>" + value + "</value></property>\n";
  }

  private String plain() {
    return exclude.entries().stream()
        .map(Entry::host)
        .collect(Collectors.joining("\t", "# out\n\n", " # end\n"));
  }

  private String xml(String space) {
    return exclude.entries().stream()
        .map(
            entry ->
                "<host><name> "
                    + entry.host()
                    + "\n</name>"
                    + (entry.timeout().isPresent()
                        ? "<timeout>" + space + entry.timeout().getAsInt() + space + "</timeout>"
                        : "")
                    + "</host>")
        .collect(
            Collectors.joining("\n", "<?xml version=\"1.0\"?><hosts><!-- out -->", "</hosts>"));
  }
}
