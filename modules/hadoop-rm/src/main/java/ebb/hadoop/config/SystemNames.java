package ebb.hadoop.config;

import ebb.hadoop.rpc.SenderRules;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;

/** Names as this machine resolves them. */
public final class SystemNames implements SenderRules.Names {

  @Override
  public InetAddress[] addressesOf(String host) {
    try {
      return InetAddress.getAllByName(host);
    } catch (UnknownHostException e) {
      return new InetAddress[0];
    }
  }

  @Override
  public String canonical(String host) {
    try {
      return InetAddress.getByName(host).getCanonicalHostName();
    } catch (UnknownHostException e) {
      return host;
    }
  }

  @Override
  public boolean isOfThisMachine(InetAddress address) {
    try {
      return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException e) {
      return false;
    }
  }
}
