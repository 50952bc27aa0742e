package ebb.hadoop.rpc;

import ebb.domain.provenance.AuthMethod;
import ebb.domain.provenance.Initiator;
import ebb.domain.provenance.Origin;
import ebb.domain.provenance.Peer;
import ebb.domain.text.TextLimit;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import javax.servlet.http.HttpServletRequest;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * The sender of the request that this thread processes: a call of Hadoop's RPC or of its REST API.
 */
public final class RpcCaller {
  /** The start of hadoop-auth's type, even with a delegation token. */
  private static final String KERBEROS = "kerberos";

  private static final ThreadLocal<Peer> OVER_REST = new ThreadLocal<>();

  private RpcCaller() {}

  /** Empty on a thread that processes no request. */
  public static Optional<Peer> peer() {
    InetAddress address = Server.getRemoteIp();
    UserGroupInformation user = Server.getRemoteUser();
    return address == null || user == null
        ? Optional.ofNullable(OVER_REST.get())
        : Optional.of(peer(address.getHostAddress(), user, methodOf(user)));
  }

  /** The authenticated user of this thread, as the initiator of an operation. */
  public static Initiator administrator() throws IOException {
    String actor = UserGroupInformation.getCurrentUser().getUserName();
    return new Initiator(actor, Origin.RPC, peer(), Optional.empty(), Optional.empty());
  }

  /** Runs work for a request to Hadoop's REST API, which has authenticated the user. */
  public static <T> T overRest(
      HttpServletRequest request, UserGroupInformation user, Callable<T> work) throws Exception {
    String type = Objects.requireNonNullElse(request.getAuthType(), "");
    AuthMethod method = type.startsWith(KERBEROS) ? AuthMethod.KERBEROS : AuthMethod.SIMPLE;
    OVER_REST.set(peer(request.getRemoteAddr(), user, method));
    try {
      return work.call();
    } finally {
      OVER_REST.remove();
    }
  }

  private static Peer peer(String address, UserGroupInformation user, AuthMethod method) {
    UserGroupInformation real = user.getRealUser() == null ? user : user.getRealUser();
    return new Peer(address, storable(real.getUserName()), method);
  }

  /** A client without Kerberos may send any name. */
  private static String storable(String name) {
    return TextLimit.USER_NAME.problemOf(name).isEmpty() ? name : TextLimit.quote(name);
  }

  private static AuthMethod methodOf(UserGroupInformation user) {
    return switch (user.getRealAuthenticationMethod()) {
      case SIMPLE, PROXY -> AuthMethod.SIMPLE;
      case KERBEROS -> AuthMethod.KERBEROS;
      case TOKEN -> AuthMethod.TOKEN;
      case CERTIFICATE, KERBEROS_SSL -> AuthMethod.CERTIFICATE;
    };
  }
}
