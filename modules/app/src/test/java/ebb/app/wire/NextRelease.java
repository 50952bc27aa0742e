package ebb.app.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.PropertyName;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.introspect.VirtualAnnotatedMember;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.ser.VirtualBeanPropertyWriter;
import com.fasterxml.jackson.databind.util.Annotations;
import com.fasterxml.jackson.databind.util.SimpleBeanPropertyDefinition;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The forms of a release in which every message and every event, and every part of them, has one
 * optional field more. It writes the field, takes it where it is, and does without where it is not.
 */
public final class NextRelease extends SimpleModule {
  public static final String FIELD = "addedLater";

  /** For an actor system of the next release; the others are those of this one. */
  public static final String SETTING =
      "akka.serialization.jackson.jackson-modules += " + NextRelease.class.getName();

  private static final long serialVersionUID = 1L;
  private static final AtomicLong READ = new AtomicLong();

  /** Called by Akka. */
  public NextRelease() {
    super("next-release");
  }

  /** How often the field was read so far, in this JVM. */
  static long timesRead() {
    return READ.get();
  }

  @Override
  public void setupModule(SetupContext context) {
    super.setupModule(context);
    context.addBeanSerializerModifier(new Writer());
    context.addDeserializationProblemHandler(new Reader());
  }

  private static final class Writer extends BeanSerializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public List<BeanPropertyWriter> changeProperties(
        SerializationConfig config, BeanDescription bean, List<BeanPropertyWriter> properties) {
      if (bean.getBeanClass().getName().startsWith("ebb.")) {
        JavaType text = config.constructType(String.class);
        AnnotatedClass owner = bean.getClassInfo();
        var member = new VirtualAnnotatedMember(owner, owner.getRawType(), FIELD, text);
        var definition =
            SimpleBeanPropertyDefinition.construct(config, member, PropertyName.construct(FIELD));
        properties.add(new Added(definition, owner.getAnnotations(), text));
      }
      return properties;
    }
  }

  private static final class Reader extends DeserializationProblemHandler {
    @Override
    public boolean handleUnknownProperty(
        DeserializationContext context,
        JsonParser parser,
        JsonDeserializer<?> deserializer,
        Object beanOrClass,
        String name)
        throws IOException {
      if (!name.equals(FIELD)) {
        return false;
      }
      READ.incrementAndGet();
      parser.skipChildren();
      return true;
    }
  }

  private static final class Added extends VirtualBeanPropertyWriter {
    private static final long serialVersionUID = 1L;

    Added(BeanPropertyDefinition definition, Annotations annotations, JavaType type) {
      super(definition, annotations, type);
    }

    @Override
    protected Object value(Object bean, JsonGenerator generator, SerializerProvider provider) {
      return "of the next release";
    }

    @Override
    public VirtualBeanPropertyWriter withConfig(
        MapperConfig<?> config,
        AnnotatedClass owner,
        BeanPropertyDefinition definition,
        JavaType type) {
      return new Added(definition, owner.getAnnotations(), type);
    }
  }
}
