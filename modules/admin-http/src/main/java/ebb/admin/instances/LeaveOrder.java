package ebb.admin.instances;

import java.util.Optional;

/**
 * That an instance leave.
 *
 * @param instance empty for the one that is asked
 * @param force whether it leaves though nobody could lead afterwards
 * @param actor who wants it, and from where
 */
public record LeaveOrder(
    Optional<String> instance, boolean force, String actor, Optional<String> reason) {}
