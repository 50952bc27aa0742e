package ebb.postgres;

import java.io.IOException;

/** Starts a server, prints its process id and its folder, and waits to be killed. */
final class ServerOwner {
  private ServerOwner() {}

  public static void main(String[] arguments) throws IOException {
    PostgresServer server = PostgresServer.start();
    System.out.println(server.pid().orElseThrow() + " " + server.folder());
    System.in.read();
  }
}
