package ebb.hadoop.web;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.ResourceInfo;

/**
 * Writes each size once per answer, and then repeats the text. The nodes of a cluster have only a
 * few different sizes, every node contains three, and they are most of its text.
 */
final class ResourceJsonCache extends StdSerializer<ResourceInfo> {
  private static final long serialVersionUID = 1;

  /**
   * How many sizes with the same memory and cores are compared. Any further size is written again.
   */
  private static final int MOST_ALIKE = 16;

  private final ObjectWriter plain;

  /**
   * @param plain writes a size that has not been written yet
   */
  ResourceJsonCache(ObjectWriter plain) {
    super(ResourceInfo.class);
    this.plain = plain;
  }

  @Override
  public void serialize(ResourceInfo size, JsonGenerator json, SerializerProvider answer)
      throws IOException {
    List<Written> alike = sizesOf(answer).alike(size);
    for (Written known : alike) {
      if (isSame(known.size(), size)) {
        json.writeRawValue(known.text());
        return;
      }
    }
    var text = new SerializedString(plain.writeValueAsString(size));
    if (alike.size() < MOST_ALIKE) {
      alike.add(new Written(size, text));
    }
    json.writeRawValue(text);
  }

  /** Jackson keeps an attribute that is set here until the end of this answer. */
  private static Sizes sizesOf(SerializerProvider answer) {
    if (answer.getAttribute(Sizes.class) instanceof Sizes sizes) {
      return sizes;
    }
    Sizes none = new Sizes();
    answer.setAttribute(Sizes.class, none);
    return none;
  }

  /** Compares everything that is written of a size. Hadoop's own equality omits some of it. */
  private static boolean isSame(ResourceInfo one, ResourceInfo other) {
    List<ResourceInformation> parts = one.getResourcesInformations().getApps();
    List<ResourceInformation> others = other.getResourcesInformations().getApps();
    if (parts.size() != others.size()) {
      return false;
    }
    for (int i = 0; i < parts.size(); i++) {
      if (!isSame(parts.get(i), others.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSame(ResourceInformation one, ResourceInformation other) {
    return one.getValue() == other.getValue()
        && one.getMinimumAllocation() == other.getMinimumAllocation()
        && one.getMaximumAllocation() == other.getMaximumAllocation()
        && one.getResourceType() == other.getResourceType()
        && Objects.equals(one.getName(), other.getName())
        && Objects.equals(one.getUnits(), other.getUnits())
        && isBare(one)
        && isBare(other);
  }

  /**
   * Without tags and attributes, which few resource types have and which take longest to compare.
   */
  private static boolean isBare(ResourceInformation part) {
    return (part.getTags() == null || part.getTags().isEmpty())
        && (part.getAttributes() == null || part.getAttributes().isEmpty());
  }

  private record Written(ResourceInfo size, SerializedString text) {}

  /**
   * The sizes that an answer has written so far. Two sizes are alike if memory and cores are equal,
   * and the same if everything is equal.
   */
  private static final class Sizes {
    private record MemoryAndCores(long memory, int vCores) {}

    private final Map<MemoryAndCores, List<Written>> written = new HashMap<>();

    List<Written> alike(ResourceInfo size) {
      return written.computeIfAbsent(
          new MemoryAndCores(size.getMemorySize(), size.getvCores()), none -> new ArrayList<>());
    }
  }
}
