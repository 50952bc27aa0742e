package ebb.soak.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import ebb.soak.check.Call.Outcome;
import ebb.soak.check.NodeSnapshot;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerTest {
  @ParameterizedTest
  @CsvSource({
    "200, DONE",
    "202, DONE",
    "400, REFUSED",
    "409, REFUSED",
    "500, UNKNOWN",
    "503, UNKNOWN",
    "504, UNKNOWN"
  })
  void shouldBelieveNothingOfAServerThatCouldNotDoIt(int status, Outcome wanted) throws Exception {
    assertThat(new Answer(status, Optional.empty(), json("{}")).outcome()).isEqualTo(wanted);
  }

  @Test
  void shouldReadTheOperation() throws Exception {
    Answer named = new Answer(202, Optional.empty(), json("{\"operationId\":\"op-1\"}"));
    assertThat(named.operationId()).contains("op-1");
    Answer unnamed = new Answer(202, Optional.empty(), json("{\"operationId\":null}"));
    assertThat(unnamed.operationId()).isEmpty();
  }

  @Test
  void shouldReadANodeThatDrains() throws Exception {
    JsonNode node =
        json(
            """
            {"state":"DECOMMISSIONING","drain":{"epoch":3,"deadline":"2030-01-01T00:00:00Z"}}
            """);
    assertThat(EndReader.said(node))
        .isEqualTo(
            new NodeSnapshot(
                "DECOMMISSIONING",
                OptionalLong.of(3),
                Optional.of(Instant.parse("2030-01-01T00:00:00Z"))));
  }

  @Test
  void shouldReadADrainWithoutADeadlineAndANodeWithoutADrain() throws Exception {
    JsonNode unlimited = json("{\"state\":\"DECOMMISSIONING\",\"drain\":{\"epoch\":3}}");
    assertThat(EndReader.said(unlimited))
        .isEqualTo(new NodeSnapshot("DECOMMISSIONING", OptionalLong.of(3), Optional.empty()));
    JsonNode running = json("{\"state\":\"RUNNING\",\"drain\":null}");
    assertThat(EndReader.said(running))
        .isEqualTo(new NodeSnapshot("RUNNING", OptionalLong.empty(), Optional.empty()));
  }

  private static JsonNode json(String text) throws Exception {
    return new ObjectMapper().readTree(text);
  }
}
