package ebb.domain.lists;

import ebb.domain.DrainTimeout;
import java.util.Optional;

/**
 * What an administrator asked for.
 *
 * @param timeout for GRACEFUL, if the request gives one; ignored otherwise
 */
public record RefreshRequest(RefreshType type, Optional<DrainTimeout> timeout) {}
