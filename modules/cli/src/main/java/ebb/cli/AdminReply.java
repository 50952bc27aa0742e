package ebb.cli;

/** An answer as it came, a refusal among them. */
record AdminReply(int status, String body) {}
