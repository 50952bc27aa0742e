package ebb.soak.fault;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * Runs inside a JVM and shifts its wall clock for all code there: Ebb, Hadoop, Akka and the JDK.
 * Wherever a class reads the clock it adds the offset, and where a thread waits for an instant it
 * subtracts the offset. The monotonic clock stays right, as on a machine whose clock was set wrong.
 */
public final class WrongClockAgent {
  private static final long READ_EVERY_MILLIS = 50;

  private WrongClockAgent() {}

  /**
   * Called by the JVM before the main class.
   *
   * @param file holds the offset in milliseconds; read repeatedly
   */
  public static void premain(String file, Instrumentation jvm)
      throws IOException, UnmodifiableClassException {
    Path offset = Path.of(file);
    read(offset);
    Thread reader = new Thread(() -> readAgainAndAgain(offset), "wrong-clock");
    reader.setDaemon(true);
    reader.start();
    jvm.addTransformer(new Shift(), true);
    // Only classes of the JDK and of this agent are loaded already.
    jvm.retransformClasses(
        Stream.of(jvm.getAllLoadedClasses())
            .filter(jvm::isModifiableClass)
            .filter(each -> each.getClassLoader() == null)
            .toArray(Class<?>[]::new));
  }

  static void readAgainAndAgain(Path file) {
    while (true) {
      try {
        Thread.sleep(READ_EVERY_MILLIS);
        read(file);
      } catch (IOException e) {
        if (Files.notExists(file)) {
          return; // the test has removed it
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private static void read(Path file) throws IOException {
    ClockOffset.millis = Long.parseLong(Files.readString(file));
  }

  /** Transforms each class before it is used. */
  static final class Shift implements ClassFileTransformer {
    private static final List<String> CLOCKS =
        List.of("currentTimeMillis", "getNanoTimeAdjustment", "parkUntil");

    @Override
    public byte @Nullable [] transform(
        @Nullable ClassLoader loader,
        @Nullable String name,
        @Nullable Class<?> loaded,
        @Nullable ProtectionDomain domain,
        byte[] bytes) {
      String names = new String(bytes, StandardCharsets.ISO_8859_1);
      if (CLOCKS.stream().noneMatch(names::contains)) {
        return null; // the class stays as it is
      }
      var reader = new ClassReader(bytes);
      var writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
      reader.accept(new ShiftedClass(writer), 0);
      return writer.toByteArray();
    }
  }

  /** A class that may read the clock. */
  static final class ShiftedClass extends ClassVisitor {
    ShiftedClass(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      return new ShiftedMethod(super.visitMethod(access, name, descriptor, signature, exceptions));
    }
  }

  /** A method that may read the clock. */
  static final class ShiftedMethod extends MethodVisitor {
    private static final String OFFSET = ClockOffset.class.getName().replace('.', '/');

    ShiftedMethod(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean ofInterface) {
      boolean waits = owner.equals("java/util/concurrent/locks/LockSupport");
      if (waits && name.equals("parkUntil")) {
        visitOffset(); // its last argument is on top of the stack
        visitInsn(Opcodes.LSUB);
      }
      super.visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
      if (owner.equals("java/lang/System") && name.equals("currentTimeMillis")) {
        visitOffset();
        visitInsn(Opcodes.LADD);
      }
      if (owner.equals("jdk/internal/misc/VM") && name.equals("getNanoTimeAdjustment")) {
        visitOffset();
        visitLdcInsn(TimeUnit.MILLISECONDS.toNanos(1));
        visitInsn(Opcodes.LMUL);
        visitInsn(Opcodes.LADD);
      }
    }

    private void visitOffset() {
      visitFieldInsn(Opcodes.GETSTATIC, OFFSET, "millis", "J");
    }
  }
}
