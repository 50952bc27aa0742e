package ebb.domain.lists;

import ebb.domain.DrainTimeout;
import ebb.domain.provenance.Provenance;
import java.util.Optional;

/**
 * A host that an operator excluded through Ebb, and has not recommissioned since.
 *
 * @param timeout of the host's drains, if the format of the exclude file cannot hold one
 * @param by who excluded it, when and why
 */
public record OperatorExclude(String host, Optional<DrainTimeout> timeout, Provenance by) {}
