package ebb.hadoop.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.module.jaxb.JaxbAnnotationModule;
import ebb.hadoop.rpc.RpcCaller;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.inject.Inject;
import javax.inject.Named;
import javax.inject.Singleton;
import javax.servlet.http.HttpServletRequest;
import javax.ws.rs.Consumes;
import javax.ws.rs.GET;
import javax.ws.rs.POST;
import javax.ws.rs.Path;
import javax.ws.rs.PathParam;
import javax.ws.rs.Produces;
import javax.ws.rs.QueryParam;
import javax.ws.rs.core.Context;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.StreamingOutput;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.JettyUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.AuthorizationException;
import org.apache.hadoop.security.token.delegation.web.HttpUserGroupInformation;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.security.YarnAuthorizationProvider;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.RMWSConsts;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.RMWebAppUtil;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.RMWebServices;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.NodesInfo;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.ResourceInfo;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.ResourceOptionInfo;
import org.apache.hadoop.yarn.webapp.ForbiddenException;
import org.jspecify.annotations.Nullable;

/**
 * Hadoop's REST API. The node list is the only answer that grows with the cluster. Its JSON is
 * written by Jackson, which reads the same annotations as Hadoop's MOXy and writes the same text.
 */
@Singleton
@Path(RMWSConsts.RM_WEB_SERVICE_PATH)
public final class EbbWebServices extends RMWebServices {
  private static final String JSON = MediaType.APPLICATION_JSON + "; " + JettyUtils.UTF_8;
  private static final String XML = MediaType.APPLICATION_XML + "; " + JettyUtils.UTF_8;

  private static final ObjectWriter WRITER =
      mapper()
          .addModule(
              new SimpleModule()
                  .addSerializer(
                      ResourceInfo.class, new ResourceJsonCache(mapper().build().writer())))
          .build()
          .writer();

  /** As JAXB does: no null, no empty list, no getter without a setter. */
  private static JsonMapper.Builder mapper() {
    JsonMapper.Builder mapper =
        JsonMapper.builder()
            .addModule(new JaxbAnnotationModule())
            .enable(MapperFeature.REQUIRE_SETTERS_FOR_GETTERS)
            .serializationInclusion(JsonInclude.Include.NON_NULL)
            .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    for (Class<?> each : List.of(List.class, ArrayList.class, Set.class, Map.class)) {
      mapper.withConfigOverride(
          each,
          override ->
              override.setInclude(
                  JsonInclude.Value.construct(
                      JsonInclude.Include.NON_EMPTY, JsonInclude.Include.ALWAYS)));
    }
    return mapper;
  }

  private final Configuration conf;

  /** For Hadoop's injection, with the names that RMWebApp uses. */
  @Inject
  public EbbWebServices(@Named("rm") ResourceManager rm, @Named("conf") Configuration conf) {
    super(rm, conf);
    this.conf = conf;
  }

  /**
   * Handles no request itself: its own annotation replaces all of Hadoop's, and the methods below
   * handle the requests instead.
   */
  @Override
  @Produces({JSON, XML})
  public NodesInfo getNodes(String states) {
    return super.getNodes(states);
  }

  /** All nodes, or those in the given states, as JSON. */
  @GET
  @Path(RMWSConsts.NODES)
  @Produces(JSON)
  public StreamingOutput nodesAsJson(@QueryParam(RMWSConsts.STATES) String states) {
    NodesInfo nodes = getNodes(states);
    return out -> WRITER.writeValue(out, Map.of("nodes", nodes));
  }

  /**
   * Runs with the caller's rights, as on the admin port. Hadoop's REST API would use the rights of
   * the ResourceManager itself.
   */
  @Override
  @POST
  @Path(RMWSConsts.NODE_RESOURCE)
  @Consumes({MediaType.APPLICATION_JSON, MediaType.APPLICATION_XML})
  @Produces({JSON, XML})
  public ResourceInfo updateNodeResource(
      @Context HttpServletRequest request,
      @PathParam(RMWSConsts.NODEID) String nodeId,
      ResourceOptionInfo wanted)
      throws AuthorizationException {
    UserGroupInformation user = userOf(request);
    if (user == null) { // Hadoop answers this
      return super.updateNodeResource(request, nodeId, wanted);
    } else if (!YarnAuthorizationProvider.getInstance(conf).isAdmin(user)) {
      throw new ForbiddenException(
          user.getShortUserName() + " is not in " + YarnConfiguration.YARN_ADMIN_ACL);
    }
    try {
      return user.doAs(
          (PrivilegedExceptionAction<ResourceInfo>)
              () ->
                  RpcCaller.overRest(
                      request, user, () -> super.updateNodeResource(request, nodeId, wanted)));
    } catch (AuthorizationException e) {
      throw e;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UndeclaredThrowableException(e);
    }
  }

  /** Hadoop returns the user that a proxy user acts for, and drops the proxy user. */
  private static @Nullable UserGroupInformation userOf(HttpServletRequest request) {
    UserGroupInformation filtered = HttpUserGroupInformation.get();
    return filtered != null && filtered.getRealUser() != null
        ? filtered
        : RMWebAppUtil.getCallerUserGroupInformation(request, true);
  }

  /** The same as XML, written by Hadoop. */
  @GET
  @Path(RMWSConsts.NODES)
  @Produces(XML)
  public NodesInfo nodesAsXml(@QueryParam(RMWSConsts.STATES) String states) {
    return getNodes(states);
  }
}
