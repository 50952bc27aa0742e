package ebb.hadoop.scheduler;

import ebb.domain.provenance.Initiator;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceOption;

/**
 * A size that an administrator sets for a node. The scheduler sends the same kind of event when it
 * shrinks a draining node to what is allocated there. Only this type distinguishes the two.
 */
public final class AdminResourceOption extends ResourceOption {
  private final Resource size;
  private final int overcommitTimeout;
  private final Initiator initiator;

  /**
   * @param overcommitTimeout milliseconds after which containers beyond the size are killed; zero
   *     for at once, negative for never
   * @param initiator the administrator
   */
  public AdminResourceOption(Resource size, int overcommitTimeout, Initiator initiator) {
    this.size = size;
    this.overcommitTimeout = overcommitTimeout;
    this.initiator = initiator;
  }

  public static ResourceOption of(ResourceOption wanted, Initiator initiator) {
    return new AdminResourceOption(wanted.getResource(), wanted.getOverCommitTimeout(), initiator);
  }

  public Initiator initiator() {
    return initiator;
  }

  @Override
  public Resource getResource() {
    return size;
  }

  @Override
  public int getOverCommitTimeout() {
    return overcommitTimeout;
  }

  @Override
  protected void setResource(Resource resource) {
    throw new UnsupportedOperationException("immutable");
  }

  @Override
  protected void setOverCommitTimeout(int millis) {
    throw new UnsupportedOperationException("immutable");
  }

  @Override
  protected void build() {}
}
