package ebb.soak.plan;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A schedule as lines of a file, each of which can be removed or edited by hand. */
public final class ScheduleFile {
  private static final ObjectMapper JSON = mapper();

  private ScheduleFile() {}

  /** An action is written with the name of its class. */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "do")
  private interface Named {}

  private static ObjectMapper mapper() {
    JsonMapper mapper =
        JsonMapper.builder()
            .addModules(new Jdk8Module(), new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
            .addMixIn(Action.class, Named.class)
            .build();
    register(mapper, Action.class);
    return mapper;
  }

  /** Registers all kinds of actions. */
  private static void register(ObjectMapper mapper, Class<?> kind) {
    Class<?>[] kinds = kind.getPermittedSubclasses();
    if (kinds == null) {
      mapper.registerSubtypes(new NamedType(kind, kind.getSimpleName()));
      return;
    }
    for (Class<?> each : kinds) {
      register(mapper, each);
    }
  }

  /** Settings and steps. */
  public record Content(SoakSettings settings, List<ScheduledAction> steps) {
    public Content {
      steps = List.copyOf(steps);
    }
  }

  /** Lines that {@link #read} can read. */
  public static List<String> lines(Content content) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(JSON.writeValueAsString(content.settings()));
    for (ScheduledAction step : content.steps()) {
      lines.add(JSON.writeValueAsString(step));
    }
    return lines;
  }

  /**
   * @throws IOException if the file cannot be read, or is not a schedule
   */
  public static Content read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    if (lines.isEmpty()) {
      throw new IOException(file + " is empty");
    }
    try {
      List<ScheduledAction> steps = new ArrayList<>();
      for (String line : lines.subList(1, lines.size())) {
        steps.add(JSON.readValue(line, ScheduledAction.class));
      }
      return new Content(JSON.readValue(lines.get(0), SoakSettings.class), steps);
    } catch (JsonProcessingException e) {
      throw new IOException(file + " is no schedule: " + e.getOriginalMessage(), e);
    }
  }
}
