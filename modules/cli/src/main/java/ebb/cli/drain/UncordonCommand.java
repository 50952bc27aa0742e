package ebb.cli.drain;

import picocli.CommandLine.Command;

/** {@code ebb uncordon}: {@code ebb recommission} by the name that kubectl gives it. */
@Command(
    name = "uncordon",
    description = "Return cordoned hosts to service, as 'ebb recommission' does.")
public final class UncordonCommand extends RecommissionCommand {}
