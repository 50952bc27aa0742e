package ebb.app.cluster;

import akka.cluster.Member;
import akka.cluster.UniqueAddress;

/** The name of a member in the database: no other process ever has the same name. */
final class MemberAddress {
  private MemberAddress() {}

  static String of(Member member) {
    UniqueAddress unique = member.uniqueAddress();
    return unique.address() + "#" + unique.longUid();
  }
}
