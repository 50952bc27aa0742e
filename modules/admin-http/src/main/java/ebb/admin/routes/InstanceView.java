package ebb.admin.routes;

/**
 * A member of the cluster.
 *
 * @param instance its name
 */
public record InstanceView(String instance, InstanceState state) {}
