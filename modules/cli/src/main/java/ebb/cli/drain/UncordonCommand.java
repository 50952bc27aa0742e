package ebb.cli.drain;

import picocli.CommandLine.Command;

/** {@code ebb uncordon}: {@code ebb recommission} by the name that kubectl gives it. */
@Command(
    name = "uncordon",
    description = "Return cordoned hosts to service. The same as 'ebb recommission'.")
public final class UncordonCommand extends RecommissionCommand {}
