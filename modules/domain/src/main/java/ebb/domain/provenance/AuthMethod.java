package ebb.domain.provenance;

/** How a peer showed who it is. */
public enum AuthMethod {
  /** It was not asked. */
  NONE,
  /** It said a name and nobody checked it, as Hadoop's clients do without Kerberos. */
  SIMPLE,
  KERBEROS,
  /** A bearer token of the admin API, or one of Hadoop's tokens. */
  TOKEN,
  /** A client certificate. */
  CERTIFICATE;

  /** Whether somebody else could not have said the same. */
  public boolean isVerified() {
    return switch (this) {
      case NONE, SIMPLE -> false;
      case KERBEROS, TOKEN, CERTIFICATE -> true;
    };
  }
}
