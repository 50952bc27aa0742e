package ebb.admin.access;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a caller may do besides reading. {@link Authentication} gives each caller a role. {@link
 * ApiOperation} names the permission that each request needs, and {@link ChangeGuard} checks what
 * the request would do.
 *
 * @param scope the nodes that the caller may change; empty for all
 */
public record Role(String name, Set<Permission> permissions, Optional<RoleScope> scope) {
  /** May read, including what a refresh would do. */
  public static final Role READER = new Role("READER", Set.of(), Optional.empty());

  /** May read and change. */
  public static final Role ADMIN =
      new Role("ADMIN", EnumSet.allOf(Permission.class), Optional.empty());

  public Role {
    permissions = Set.copyOf(permissions);
  }

  public boolean may(Permission permission) {
    return permissions.contains(permission);
  }

  /** Whether the role allows everything. */
  boolean isUnlimited() {
    return scope.isEmpty() && permissions.containsAll(ADMIN.permissions);
  }

  /** Whether the caller may see what belongs to the users of the cluster. */
  public boolean seesWork() {
    return scope.isEmpty() && !permissions.isEmpty();
  }

  /** The nodes of the role as the users file has them; empty for all. */
  public Optional<String> scopeText() {
    return scope.map(RoleScope::toString);
  }

  /** What follows the name of the caller: {@code may drain, recommission nodes of label=gpu}. */
  public String text() {
    return permissions.isEmpty()
        ? "may read, but not change anything"
        : "may " + verbs() + scope.map(nodes -> " nodes of " + nodes).orElse("");
  }

  private String verbs() {
    SortedSet<Permission> sorted = new TreeSet<>(permissions);
    return sorted.stream().map(Permission::word).collect(Collectors.joining(", "));
  }
}
