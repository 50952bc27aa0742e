package ebb.scenarios.journal;

import ebb.scenarios.LoneInstance;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A single instance whose disk fails. */
abstract class DiskFixture {
  LoneInstance instance;
  Optional<TemporaryDisk> disk = Optional.empty();

  @BeforeEach
  void prepare() {
    instance = LoneInstance.withFile();
  }

  @AfterEach
  void close() {
    instance.endProcesses();
    disk.ifPresent(TemporaryDisk::close);
    instance.close();
  }
}
