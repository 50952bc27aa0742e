package ebb.demo.cluster;

/**
 * How a command ended.
 *
 * @param output standard output and standard error, without trailing line ends
 */
public record CommandResult(int exitCode, String output) {}
