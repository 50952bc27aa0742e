package ebb.scenarios;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.charset.StandardCharsets;
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
 * Runs inside a JVM and makes its wall clock wrong for all code there: Ebb's, Hadoop's, Akka's, the
 * JDK's. Wherever a class reads the machine's clock it adds the offset, and where a thread waits
 * for an instant it takes the offset off. The steady clock stays right, as it is on a machine whose
 * clock was set wrong.
 */
public final class WrongClockAgent {
  private WrongClockAgent() {}

  /**
   * Called by the JVM before everything else.
   *
   * @param offsetMillis what is added to the time
   */
  public static void premain(String offsetMillis, Instrumentation jvm)
      throws UnmodifiableClassException {
    jvm.addTransformer(new Shift(Long.parseLong(offsetMillis)), true);
    // What is loaded already is the JDK's, and this.
    jvm.retransformClasses(
        Stream.of(jvm.getAllLoadedClasses())
            .filter(jvm::isModifiableClass)
            .filter(each -> each.getClassLoader() == null)
            .toArray(Class<?>[]::new));
  }

  /** Takes each class before it is used. */
  static final class Shift implements ClassFileTransformer {
    private static final List<String> CLOCKS =
        List.of("currentTimeMillis", "getNanoTimeAdjustment", "parkUntil");

    private final long offsetMillis;

    Shift(long offsetMillis) {
      this.offsetMillis = offsetMillis;
    }

    @Override
    public byte @Nullable [] transform(
        @Nullable ClassLoader loader,
        @Nullable String name,
        @Nullable Class<?> loaded,
        @Nullable ProtectionDomain domain,
        byte[] bytes) {
      String names = new String(bytes, StandardCharsets.ISO_8859_1);
      if (CLOCKS.stream().noneMatch(names::contains)) {
        return null; // it stays as it is
      }
      var reader = new ClassReader(bytes);
      var writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
      reader.accept(new ShiftedClass(writer, offsetMillis), 0);
      return writer.toByteArray();
    }
  }

  /** A class that may ask for the time. */
  static final class ShiftedClass extends ClassVisitor {
    private final long offsetMillis;

    ShiftedClass(ClassVisitor next, long offsetMillis) {
      super(Opcodes.ASM9, next);
      this.offsetMillis = offsetMillis;
    }

    @Override
    public MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      return new ShiftedMethod(
          super.visitMethod(access, name, descriptor, signature, exceptions), offsetMillis);
    }
  }

  /** A method that may ask for the time. */
  static final class ShiftedMethod extends MethodVisitor {
    private final long offsetMillis;

    ShiftedMethod(MethodVisitor next, long offsetMillis) {
      super(Opcodes.ASM9, next);
      this.offsetMillis = offsetMillis;
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean ofInterface) {
      boolean waits = owner.equals("java/util/concurrent/locks/LockSupport");
      if (waits && name.equals("parkUntil")) {
        add(-offsetMillis); // to its last argument
      }
      super.visitMethodInsn(opcode, owner, name, descriptor, ofInterface);
      if (owner.equals("java/lang/System") && name.equals("currentTimeMillis")) {
        add(offsetMillis);
      }
      if (owner.equals("jdk/internal/misc/VM") && name.equals("getNanoTimeAdjustment")) {
        add(TimeUnit.MILLISECONDS.toNanos(offsetMillis));
      }
    }

    private void add(long offset) {
      visitLdcInsn(offset);
      visitInsn(Opcodes.LADD);
    }
  }
}
