package ebb.bench.rm;

import java.util.ArrayList;
import java.util.List;

/** The two candidates of the comparison. */
public enum SystemUnderTest {
  /** Hadoop's own ResourceManager. None of Ebb's classes is loaded. */
  STOCK {
    @Override
    List<String> jvm(RmFolder folder, int heapMegabytes) {
      return RmJvm.ofHadoop(folder.conf(), folder.root(), folder.tmp(), heapMegabytes);
    }

    @Override
    List<String> program(RmFolder folder) {
      return List.of("org.apache.hadoop.yarn.server.resourcemanager.ResourceManager");
    }
  },
  EBB {
    @Override
    List<String> jvm(RmFolder folder, int heapMegabytes) {
      return RmJvm.ofEbb(folder.conf(), folder.root(), folder.tmp(), heapMegabytes);
    }

    @Override
    List<String> program(RmFolder folder) {
      return List.of(
          "ebb.app.Main",
          "start",
          "--conf",
          folder.conf().toString(),
          "--data",
          folder.data().toString());
    }
  };

  /** The whole command line. */
  List<String> command(RmFolder folder, int heapMegabytes) {
    List<String> words = new ArrayList<>(jvm(folder, heapMegabytes));
    words.addAll(program(folder));
    return words;
  }

  abstract List<String> jvm(RmFolder folder, int heapMegabytes);

  /** Main class and arguments. */
  abstract List<String> program(RmFolder folder);

  public SystemUnderTest other() {
    return this == STOCK ? EBB : STOCK;
  }
}
