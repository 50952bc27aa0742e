package ebb.demo.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** The ResourceManager's exclude file in the XML format, which allows a timeout for each host. */
public final class XmlExcludeFile {
  private final Path file;

  XmlExcludeFile(Path file) {
    this.file = file;
  }

  public Path path() {
    return file;
  }

  /** Replaces the whole list atomically. */
  public void write(List<ExcludedHost> hosts) {
    Path next = file.resolveSibling(file.getFileName() + ".next");
    try {
      Files.writeString(next, xml(hosts));
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write " + file, e);
    }
  }

  /** The content of a file with these hosts. */
  public static String xml(List<ExcludedHost> hosts) {
    var xml = new StringBuilder("<?xml version=\"1.0\"?>\n<hosts>\n");
    for (ExcludedHost host : hosts) {
      xml.append("  <host><name>").append(HadoopXml.escape(host.host())).append("</name>");
      host.timeout()
          .ifPresent(
              timeout -> xml.append("<timeout>").append(timeout.toSeconds()).append("</timeout>"));
      xml.append("</host>\n");
    }
    return xml.append("</hosts>\n").toString();
  }
}
