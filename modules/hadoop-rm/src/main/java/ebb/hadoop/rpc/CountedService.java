package ebb.hadoop.rpc;

import ebb.domain.provenance.PeerNetwork;
import ebb.domain.text.LinesPerMinute;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.thirdparty.protobuf.AbstractParser;
import org.apache.hadoop.thirdparty.protobuf.BlockingService;
import org.apache.hadoop.thirdparty.protobuf.CodedInputStream;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.MethodDescriptor;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.ServiceDescriptor;
import org.apache.hadoop.thirdparty.protobuf.ExtensionRegistryLite;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.thirdparty.protobuf.Message;
import org.apache.hadoop.thirdparty.protobuf.Parser;
import org.apache.hadoop.thirdparty.protobuf.RpcController;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A protocol that counts the fields of its requests before they are parsed. Two bytes on the wire
 * can become eighty in memory, so a limit on bytes alone would have to be small. A request with too
 * many fields is refused, whichever fields they are. Requests below {@link #COUNTED_FROM} bytes,
 * which are nearly all, are parsed without counting.
 */
final class CountedService implements BlockingService {
  private static final Logger LOG = LoggerFactory.getLogger(CountedService.class);

  /** Fewer bytes cannot become more than a megabyte. */
  static final int COUNTED_FROM = 16 * 1024;

  /**
   * The most fields in all parts of a request. A container in a registration has about 34 fields,
   * so this is enough for fourteen thousand containers, and takes at most 40 megabytes in memory.
   */
  static final int MOST_FIELDS = 500_000;

  private static final LinesPerMinute LINES = new LinesPerMinute(1, System::nanoTime);

  private final BlockingService protocol;
  private final LargeRequests large;
  private final Map<MethodDescriptor, Message> prototypes;

  CountedService(BlockingService protocol, LargeRequests large) {
    this.protocol = protocol;
    this.large = large;
    prototypes =
        protocol.getDescriptorForType().getMethods().stream()
            .collect(Collectors.toUnmodifiableMap(method -> method, this::prototype));
  }

  @Override
  public ServiceDescriptor getDescriptorForType() {
    return protocol.getDescriptorForType();
  }

  @Override
  public Message callBlockingMethod(
      MethodDescriptor method, RpcController controller, Message request) throws ServiceException {
    try {
      return protocol.callBlockingMethod(method, controller, request);
    } finally {
      large.end();
    }
  }

  @Override
  public Message getRequestPrototype(MethodDescriptor method) {
    return Objects.requireNonNull(prototypes.get(method), method.getFullName());
  }

  /** Hadoop only gets a parser from it. */
  private Message prototype(MethodDescriptor method) {
    Message prototype = protocol.getRequestPrototype(method);
    Parser<? extends Message> parser = new CountingParser(prototype, method, large);
    return (Message)
        Proxy.newProxyInstance(
            CountedService.class.getClassLoader(),
            new Class<?>[] {Message.class},
            (self, called, arguments) -> {
              try {
                return called.getName().equals("getParserForType")
                    ? parser
                    : called.invoke(prototype, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Override
  public Message getResponsePrototype(MethodDescriptor method) {
    return protocol.getResponsePrototype(method);
  }

  private static final class CountingParser extends AbstractParser<Message> {
    private final Message prototype;
    private final MethodDescriptor method;
    private final LargeRequests large;

    private CountingParser(Message prototype, MethodDescriptor method, LargeRequests large) {
      this.prototype = prototype;
      this.method = method;
      this.large = large;
    }

    @Override
    public Message parsePartialFrom(CodedInputStream in, ExtensionRegistryLite extensions)
        throws InvalidProtocolBufferException {
      int length = in.getBytesUntilLimit();
      if (length < COUNTED_FROM) {
        return prototype.getParserForType().parsePartialFrom(in, extensions);
      }
      boolean read = false;
      try {
        large.begin(length, MOST_FIELDS);
        // completely, so that nothing can fail between here and the call
        Message request = prototype.getParserForType().parseFrom(counted(in.readRawBytes(length)));
        read = true;
        return request;
      } catch (InvalidProtocolBufferException e) {
        throw e;
      } catch (IOException e) {
        throw new InvalidProtocolBufferException(e);
      } finally {
        if (!read) {
          large.end();
        }
      }
    }

    private byte[] counted(byte[] request) throws IOException {
      if (FieldCount.isAtMost(MOST_FIELDS, request, prototype.getDescriptorForType())) {
        return request;
      }
      String refusal =
          method.getName()
              + " with more than "
              + MOST_FIELDS
              + " fields in "
              + request.length
              + " bytes";
      LINES.write(
          LOG::warn,
          method.getName(),
          Optional.ofNullable(Server.getRemoteAddress()).map(PeerNetwork::of),
          "Refused " + refusal + ", from " + Server.getRemoteAddress());
      throw new InvalidProtocolBufferException("Refused " + refusal);
    }
  }
}
