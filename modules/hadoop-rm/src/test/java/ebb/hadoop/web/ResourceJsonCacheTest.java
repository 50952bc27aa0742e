package ebb.hadoop.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.module.jaxb.JaxbAnnotationModule;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.protocolrecords.ResourceTypes;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.server.resourcemanager.webapp.dao.ResourceInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ResourceJsonCacheTest {
  private static final ObjectWriter PLAIN = mapper().build().writer();
  private static final ObjectWriter ONCE =
      mapper()
          .addModule(
              new SimpleModule().addSerializer(ResourceInfo.class, new ResourceJsonCache(PLAIN)))
          .build()
          .writer();

  private static JsonMapper.Builder mapper() {
    return JsonMapper.builder().addModule(new JaxbAnnotationModule());
  }

  @Test
  void shouldWriteASizeAgainAsItIs() throws JsonProcessingException {
    assertWrittenAsTheyAre(Collections.nCopies(3, size(4096, 4)));
  }

  @Test
  void shouldNotSayOfOneAnswerWhatItSaidInTheOther() throws JsonProcessingException {
    assertWrittenAsTheyAre(List.of(size(4096, 4)));
    assertWrittenAsTheyAre(List.of(size(2048, 4), size(4096, 2)));
  }

  static Stream<Arguments> differences() {
    return Stream.of(
        difference("name", part -> part.setName("fpga")),
        difference("units", part -> part.setUnits("k")),
        difference("value", part -> part.setValue(3)),
        difference("minimum", part -> part.setMinimumAllocation(1)),
        difference("maximum", part -> part.setMaximumAllocation(9)),
        difference("tags", part -> part.setTags(Set.of("fast"))),
        difference("attributes", part -> part.setAttributes(Map.of("of", "rack 7"))));
  }

  private static Arguments difference(String what, Consumer<ResourceInformation> change) {
    return Arguments.of(what, change);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("differences")
  void shouldTellSizesApartThatDifferInAThirdResource(
      String what, Consumer<ResourceInformation> change) throws JsonProcessingException {
    ResourceInfo one = sizeWith(part());
    ResourceInformation changed = part();
    change.accept(changed);
    ResourceInfo other = sizeWith(changed);

    assertWrittenAsTheyAre(List.of(one, other, one, other));
  }

  @Test
  void shouldWriteMoreThanItKeeps() throws JsonProcessingException {
    assertWrittenAsTheyAre(
        IntStream.range(0, 100)
            .mapToObj(
                i -> {
                  ResourceInformation part = part();
                  part.setValue(i % 50);
                  return sizeWith(part);
                })
            .toList());
  }

  /** A field that Hadoop adds has to be compared, too. */
  @Test
  void shouldCompareAllThatHadoopWritesOfAPart() {
    assertThat(fieldsOf(ResourceInformation.class))
        .containsExactlyInAnyOrder(
            "name",
            "units",
            "resourceType",
            "value",
            "minimumAllocation",
            "maximumAllocation",
            "tags",
            "attributes");
    assertThat(fieldsOf(ResourceInfo.class))
        .containsExactlyInAnyOrder("memory", "vCores", "resourceInformations", "resources");
  }

  private static List<String> fieldsOf(Class<?> written) {
    return Arrays.stream(written.getDeclaredFields())
        .filter(field -> !Modifier.isStatic(field.getModifiers()))
        .map(Field::getName)
        .toList();
  }

  private static void assertWrittenAsTheyAre(List<ResourceInfo> sizes)
      throws JsonProcessingException {
    assertThat(ONCE.writeValueAsString(sizes)).isEqualTo(PLAIN.writeValueAsString(sizes));
  }

  private static ResourceInfo size(long memory, int vCores) {
    return new ResourceInfo(Resource.newInstance(memory, vCores));
  }

  private static ResourceInfo sizeWith(ResourceInformation part) {
    ResourceInfo size = size(4096, 4);
    size.getResourcesInformations().addAll(List.of(part));
    return size;
  }

  private static ResourceInformation part() {
    return ResourceInformation.newInstance("gpu", "", 2, ResourceTypes.COUNTABLE, 0, 8);
  }
}
