package ebb.domain;

/** One command, ready to be put to a node. */
@FunctionalInterface
interface Command {
  Decision putTo(NodeLifecycle node);
}
