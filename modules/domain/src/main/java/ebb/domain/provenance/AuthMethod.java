package ebb.domain.provenance;

/** How a peer authenticated. */
public enum AuthMethod {
  /** No authentication was required. */
  NONE,
  /** It gave a name that was not verified, as Hadoop's clients do without Kerberos. */
  SIMPLE,
  KERBEROS,
  /** A bearer token of the admin API, or one of Hadoop's tokens. */
  TOKEN,
  /** A client certificate. */
  CERTIFICATE;

  /** Whether the peer has proven its identity, so that no other could have claimed it. */
  public boolean isVerified() {
    return switch (this) {
      case NONE, SIMPLE -> false;
      case KERBEROS, TOKEN, CERTIFICATE -> true;
    };
  }
}
