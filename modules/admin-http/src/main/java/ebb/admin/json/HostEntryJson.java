package ebb.admin.json;

import ebb.domain.DrainTimeout;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A host with what its drains may take, as requests name it; see {@link ExcludesBody}.
 *
 * @param timeoutSecs -1 for no limit; null for the configured timeout, or when held
 * @param hold whether its drains go on when nothing is left to wait for
 */
record HostEntryJson(String host, @Nullable Long timeoutSecs, boolean hold) {
  static HostEntryJson of(String host, Optional<DrainTimeout> timeout) {
    boolean held = timeout.filter(DrainTimeout::held).isPresent();
    return new HostEntryJson(
        host, held ? null : timeout.map(DrainTimeout::toSeconds).orElse(null), held);
  }
}
