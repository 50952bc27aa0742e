package ebb.bench;

import java.nio.file.Path;
import java.util.List;

/** The two that are compared. */
enum Candidate {
  /** Hadoop's own ResourceManager, with none of Ebb's classes loaded. */
  STOCK {
    @Override
    List<String> program(Path conf, Path data) {
      return List.of("org.apache.hadoop.yarn.server.resourcemanager.ResourceManager");
    }
  },
  EBB {
    @Override
    List<String> program(Path conf, Path data) {
      return List.of("ebb.app.Main", "start", "--conf", conf.toString(), "--data", data.toString());
    }
  };

  /** Main class and arguments. */
  abstract List<String> program(Path conf, Path data);

  Candidate other() {
    return this == STOCK ? EBB : STOCK;
  }
}
