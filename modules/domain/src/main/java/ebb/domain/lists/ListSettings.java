package ebb.domain.lists;

import ebb.domain.DrainTimeout;
import java.util.Optional;

/**
 * What a refresh finds configured.
 *
 * @param configured timeout for nodes that get none from the lists or the request
 * @param includePath of the include list; the empty text if none is configured; empty while nobody
 *     knows, because a release wrote the journal that did not record it
 */
public record ListSettings(HostLists lists, DrainTimeout configured, Optional<String> includePath) {

  /**
   * Whether it is known that no include list is configured, which is not the same as an empty one.
   */
  public boolean hasNoIncludePath() {
    return includePath.filter(String::isEmpty).isPresent();
  }
}
