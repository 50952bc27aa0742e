package ebb.demo.cluster;

/**
 * The result of a command.
 *
 * @param output standard output and standard error, without trailing line ends
 */
public record CommandResult(int exitCode, String output) {}
