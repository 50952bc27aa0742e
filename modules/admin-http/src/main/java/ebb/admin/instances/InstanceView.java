package ebb.admin.instances;

/**
 * A member of the cluster.
 *
 * @param instance its name
 */
public record InstanceView(String instance, InstanceState state) {}
