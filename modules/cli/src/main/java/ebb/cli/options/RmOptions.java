package ebb.cli.options;

import com.fasterxml.jackson.databind.JsonNode;
import ebb.cli.client.AdminClient;
import ebb.cli.client.CommandException;
import ebb.cli.client.Credentials;
import ebb.cli.client.Json;
import ebb.cli.terminal.Ellipsis;
import ebb.cli.terminal.Table;
import ebb.cli.terminal.Terminal;
import ebb.cli.terminal.Wrap;
import ebb.domain.text.VisibleText;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Options of every command that sends requests to a running ResourceManager. */
public final class RmOptions {
  private static final URI USUAL = URI.create("http://127.0.0.1:8091");
  private static final Set<String> SCHEMES = Set.of("http", "https");

  @Option(
      names = "--rm",
      paramLabel = "URL",
      split = ",",
      converter = Address.class,
      defaultValue = "${env:EBB_RM:-http://127.0.0.1:8091}",
      description = {
        "Admin API of a ResourceManager; several, separated by commas, are tried in this order"
            + " (default: EBB_RM, or else http://127.0.0.1:8091). HOST:PORT stands for"
            + " http://HOST:PORT."
      })
  private List<URI> rm = new ArrayList<>(List.of(USUAL));

  @Option(names = "--json", description = "Print JSON, for programs.")
  private boolean json;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      defaultValue = "${env:EBB_TOKEN_FILE}",
      description =
          "File with the bearer token to send (default: EBB_TOKEN_FILE; EBB_TOKEN holds a token"
              + " itself).")
  private @Nullable Path tokenFile;

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      defaultValue = "${env:EBB_CA}",
      description =
          "Certificates to trust for https, PEM (default: EBB_CA, or else those of Java).")
  private @Nullable Path ca;

  @Option(
      names = "--cert",
      paramLabel = "FILE",
      defaultValue = "${env:EBB_CERT}",
      description = "Client certificate for https, PEM (default: EBB_CERT); needs --key.")
  private @Nullable Path certificate;

  @Option(
      names = "--key",
      paramLabel = "FILE",
      defaultValue = "${env:EBB_KEY}",
      description =
          "Key of the client certificate, PEM, PKCS#8 without a password (default: EBB_KEY).")
  private @Nullable Path key;

  @Option(
      names = "--do-as",
      paramLabel = "USER",
      description =
          "Act for another user, with a Kerberos ticket, if hadoop.proxyuser.* in"
              + " core-site.xml allows it.")
  private @Nullable String doAs;

  private @Nullable AdminClient client;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  /** The address of an admin API, in full or as {@code HOST:PORT}. */
  static final class Address implements ITypeConverter<URI> {
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\]");

    @Override
    public URI convert(String text) {
      int colon = text.lastIndexOf(':');
      if (colon > 0
          && HOST.matcher(text.substring(0, colon)).matches()
          && text.substring(colon + 1).matches("\\d{1,5}")
          && Integer.parseInt(text.substring(colon + 1)) <= 65_535) {
        return URI.create("http://" + text);
      }
      try {
        return new URI(text);
      } catch (URISyntaxException e) {
        throw new TypeConversionException(
            "'" + text + "' is not an address such as http://HOST:PORT");
      }
    }
  }

  /**
   * The client, the same at each call: it remembers which addresses require a Kerberos ticket.
   *
   * @throws ParameterException if an option is wrong
   * @throws CommandException if the token file cannot be read
   */
  public AdminClient client() {
    if (client == null) {
      client = newClient();
    }
    return client;
  }

  private AdminClient newClient() {
    for (URI each : rm) {
      if (each.getScheme() == null
          || !SCHEMES.contains(each.getScheme())
          || each.getHost() == null) {
        throw wrong("--rm " + each + " is not an address of the form http://HOST:PORT");
      }
    }
    if ((certificate == null) != (key == null)) {
      throw wrong("--cert and --key go together");
    }
    Credentials access =
        new Credentials(
            token(),
            Optional.ofNullable(ca),
            Optional.ofNullable(certificate)
                .flatMap(
                    cert ->
                        Optional.ofNullable(key).map(own -> new Credentials.Identity(cert, own))),
            Optional.ofNullable(doAs));
    if (access.token().isPresent()) {
      if (doAs != null) {
        throw wrong("--do-as needs a Kerberos ticket, but a token is given");
      }
      rm.stream().filter(RmOptions::isOpenToOthers).findFirst().ifPresent(this::refuseToken);
    }
    return new AdminClient(rm, access);
  }

  private Optional<String> token() {
    if (tokenFile != null) {
      return Optional.of(Credentials.tokenIn(tokenFile));
    }
    return Optional.ofNullable(System.getenv("EBB_TOKEN"))
        .map(token -> Credentials.checked(token.strip(), "EBB_TOKEN"));
  }

  private static boolean isOpenToOthers(URI address) {
    try {
      return !"https".equals(address.getScheme())
          && !InetAddress.getByName(address.getHost()).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return true;
    }
  }

  private void refuseToken(URI address) {
    throw wrong("A token is not sent to " + address + ", where others can read it; use https");
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /**
   * Options by which another command reaches the same ResourceManager; empty for the one that a
   * command without {@code --rm} reaches.
   */
  public String sameRm() {
    boolean isDefault = rm.equals(List.of(USUAL)) && System.getenv("EBB_RM") == null;
    return isDefault || !spec.commandLine().getParseResult().hasMatchedOption("--rm")
        ? ""
        : " --rm " + rm.stream().map(URI::toString).collect(Collectors.joining(","));
  }

  /** Whether the ResourceManager runs on this host, judged by its address. */
  public boolean isLocal() {
    try {
      return rm.size() == 1 && InetAddress.getByName(rm.get(0).getHost()).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** Whether more than one address was named. */
  public boolean hasSeveral() {
    return rm.size() > 1;
  }

  /** Whether the answer is for a program. */
  public boolean json() {
    return json;
  }

  public Terminal terminal() {
    return Terminal.of(spec);
  }

  public void print(JsonNode answer) {
    draw(Json.pretty(answer));
  }

  /** Prints a line that may contain texts from outside. */
  public void println(String line) {
    draw(VisibleText.of(line));
  }

  /** Prints text as it is, with our own colours and movements of the cursor. */
  public void draw(String text) {
    spec.commandLine().getOut().println(text);
  }

  /**
   * Prints a line for people, which may be long.
   *
   * @param indent the indent of what does not fit into the terminal's first line
   */
  public void printWrapped(String line, int indent) {
    Wrap.lines(line, terminal().width(), indent).forEach(this::draw);
  }

  public void print(Table table) {
    table.lines(terminal()).forEach(this::draw);
  }

  /** Prints a line for people on standard error, beside the answer. */
  public void note(String line) {
    spec.commandLine()
        .getErr()
        .println(json ? VisibleText.of(line) : Ellipsis.message(line, terminal().errWidth()));
    spec.commandLine().getErr().flush();
  }

  public void flush() {
    spec.commandLine().getOut().flush();
  }
}
