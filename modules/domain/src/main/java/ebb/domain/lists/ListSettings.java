package ebb.domain.lists;

import ebb.domain.DrainTimeout;
import java.util.Optional;

/**
 * The lists and settings that a refresh finds.
 *
 * @param configured timeout for nodes that get none from the lists or the request
 * @param includePath path of the include list: an empty string if none is configured; an empty
 *     {@code Optional} if unknown, because the release that wrote the journal did not record it
 */
public record ListSettings(HostLists lists, DrainTimeout configured, Optional<String> includePath) {

  /**
   * Whether it is known that no include list is configured, as opposed to an empty include list.
   */
  public boolean hasNoIncludePath() {
    return includePath.filter(String::isEmpty).isPresent();
  }
}
