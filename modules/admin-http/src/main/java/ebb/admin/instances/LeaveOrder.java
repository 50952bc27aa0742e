package ebb.admin.instances;

import java.util.Optional;

/**
 * A request that an instance leave the cluster.
 *
 * @param instance its name; empty for the instance that receives the request
 * @param force whether it leaves even if no instance could lead afterwards
 * @param actor who requested it, and from where
 */
public record LeaveOrder(
    Optional<String> instance, boolean force, String actor, Optional<String> reason) {}
