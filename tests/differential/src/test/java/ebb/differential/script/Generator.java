package ebb.differential.script;

import ebb.differential.script.Lists.Entry;
import ebb.differential.script.Lists.Exclude;
import ebb.differential.script.Lists.Form;
import ebb.differential.script.Lists.Include;
import ebb.differential.script.Step.Health;
import ebb.differential.script.Step.Memory;
import ebb.differential.script.Step.Mistake;
import ebb.differential.script.Step.Refresh;
import ebb.differential.script.Step.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.apache.hadoop.yarn.api.records.NodeId;

/** Generates a script from a seed. */
public final class Generator {
  private static final String VERSION = "3.5.0";
  private static final int HTTP_PORT = 8042;

  private final Random random;
  private final List<NodeId> nodes = new ArrayList<>();
  private final List<Step> steps = new ArrayList<>();
  private final int applications;
  private final boolean[] started;
  private int containers;
  private Lists lists;

  public static Script script(long seed) {
    Generator generator = new Generator(seed);
    Lists first = generator.lists;
    generator.fill();
    return new Script(
        seed,
        List.copyOf(generator.nodes),
        generator.applications,
        first,
        List.copyOf(generator.steps));
  }

  private Generator(long seed) {
    random = new Random(seed * 0x9E3779B97F4A7C15L);
    int count = 3 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      boolean sameHost = i > 0 && chance(25);
      String host = sameHost ? nodes.get(i - 1).getHost() : "10." + (i + 1);
      nodes.add(NodeId.newInstance(host, 45454 + (sameHost ? i : 0)));
    }
    applications = 2 + random.nextInt(3);
    started = new boolean[count];
    lists = chance(60) ? Lists.EMPTY : goodLists();
  }

  private void fill() {
    for (int i = 0; i < nodes.size(); i++) {
      if (chance(75)) {
        start(i, Memory.NOTHING);
      }
    }
    int length = 30 + random.nextInt(31);
    while (steps.size() < length) {
      next();
    }
    if (chance(8)) {
      steps.add(
          new Step.Write(new Lists(lists.include(), new Exclude(Form.NO_PATH, List.of()), 3600)));
      steps.add(refresh());
    }
  }

  private void next() {
    int node = random.nextInt(nodes.size());
    int dice = random.nextInt(1000);
    if (dice < 180) {
      steps.add(new Step.BeatAll(work()));
    } else if (dice < 400) {
      steps.add(new Step.Beat(node, work(), health(), chance(5)));
    } else if (dice < 425) {
      steps.add(new Step.WrongBeat(node, pick(Mistake.values())));
    } else if (dice < 500) {
      start(node, started[node] ? pick(Memory.values()) : Memory.NOTHING);
    } else if (dice < 620) {
      steps.add(new Step.Place(node, random.nextInt(applications), chance(30), ++containers));
      if (chance(60)) {
        steps.add(new Step.Beat(node, Work.START_PLACED, Health.AS_BEFORE, false));
      }
    } else if (dice < 640) {
      steps.add(new Step.Kill(node));
    } else if (dice < 670) {
      steps.add(new Step.Pull(random.nextInt(applications)));
    } else if (dice < 710) {
      steps.add(new Step.EndApplication(random.nextInt(applications)));
    } else if (dice < 735) {
      steps.add(new Step.Resize(node, 4 + random.nextInt(5), chance(50) ? -1 : 0));
    } else if (dice < 745) {
      steps.add(new Step.Signal(node));
    } else if (dice < 755) {
      steps.add(new Step.Unregister(node));
    } else if (dice < 770) {
      steps.add(new Step.Die(node));
    } else if (dice < 790) {
      brokenRefresh();
    } else if (dice < 920) {
      if (chance(70)) {
        lists = goodLists();
        steps.add(new Step.Write(lists));
      }
      steps.add(refresh());
    } else {
      steps.add(new Step.Pass(pass()));
    }
  }

  private void start(int node, Memory memory) {
    started[node] = true;
    int port = chance(20) ? HTTP_PORT + random.nextInt(3) : HTTP_PORT;
    int gigabytes = chance(25) ? (chance(10) ? 0 : 4 + random.nextInt(5)) : 4;
    String version = chance(10) ? "3.4." + random.nextInt(3) : VERSION;
    steps.add(new Step.Start(node, memory, port, gigabytes, !chance(8), version));
  }

  private Work work() {
    int dice = random.nextInt(100);
    if (dice < 46) {
      return Work.NONE;
    } else if (dice < 66) {
      return Work.START_PLACED;
    } else if (dice < 81) {
      return Work.COMPLETE_ONE;
    } else if (dice < 91) {
      return Work.COMPLETE_ALL;
    } else if (dice < 95) {
      return Work.START_STRAY;
    }
    return dice < 97 ? Work.START_UNKNOWN : Work.FORGET_ONE;
  }

  private Health health() {
    int dice = random.nextInt(100);
    return dice < 80 ? Health.AS_BEFORE : dice < 88 ? Health.SICK : Health.WELL;
  }

  private int pass() {
    return switch (random.nextInt(6)) {
      case 0 -> 1 + random.nextInt(1000);
      case 1, 2 -> 1000 * (1 + random.nextInt(5));
      case 3, 4 -> 1000 * (5 + random.nextInt(20));
      default -> 1000 * (25 + random.nextInt(30));
    };
  }

  private Refresh refresh() {
    int dice = random.nextInt(100);
    if (dice < 25) {
      return new Refresh(Refresh.Type.NORMAL, OptionalInt.empty());
    } else if (dice < 35) {
      return new Refresh(Refresh.Type.FORCEFUL, OptionalInt.empty());
    }
    return graceful();
  }

  private Refresh graceful() {
    return new Refresh(
        Refresh.Type.GRACEFUL, chance(20) ? OptionalInt.empty() : OptionalInt.of(timeout()));
  }

  private int timeout() {
    int[] some = {-1, 0, 3, 10, 15, 40, 100};
    return some[random.nextInt(some.length)];
  }

  /** Followed by a refresh with good lists, so that both sides have the same ones again. */
  private void brokenRefresh() {
    Lists broken =
        switch (random.nextInt(4)) {
          case 0 -> new Lists(lists.include(), new Exclude(Form.MISSING, List.of()), 3600);
          case 1 ->
              new Lists(
                  lists.include(),
                  new Exclude(Form.TRUNCATED_XML, goodLists().exclude().entries()),
                  3600);
          case 2 -> new Lists(new Include(List.of(), false), lists.exclude(), 3600);
          default ->
              new Lists(
                  lists.include(),
                  new Exclude(Form.SPACED_XML, List.of(new Entry("10.99", OptionalInt.of(5)))),
                  3600);
        };
    steps.add(new Step.Write(broken));
    steps.add(refresh());
    lists = goodLists();
    steps.add(new Step.Write(lists));
    steps.add(chance(50) ? graceful() : new Refresh(Refresh.Type.NORMAL, OptionalInt.empty()));
  }

  private Lists goodLists() {
    List<String> includes = new ArrayList<>();
    if (chance(30)) {
      for (NodeId node : nodes) {
        if (chance(75)) {
          includes.add(name(node));
        }
      }
      includes.add("10.77");
    }
    boolean xml = chance(60);
    List<Entry> excludes = new ArrayList<>();
    for (NodeId node : nodes) {
      if (chance(35)) {
        boolean own = xml && chance(35);
        excludes.add(new Entry(name(node), own ? OptionalInt.of(timeout()) : OptionalInt.empty()));
      }
    }
    if (chance(20)) {
      excludes.add(new Entry("10.88", OptionalInt.empty()));
    }
    int configured = chance(30) ? timeout() : 3600;
    return new Lists(
        new Include(List.copyOf(includes), true),
        new Exclude(xml ? Form.XML : Form.PLAIN, List.copyOf(excludes)),
        configured);
  }

  private String name(NodeId node) {
    return chance(25) ? Script.ipOf(node.getHost()) : node.getHost();
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  private <T> T pick(T[] values) {
    return values[random.nextInt(values.length)];
  }
}
