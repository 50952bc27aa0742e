package ebb.app.command;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Where this JVM finds classes: Ebb's jars, and what an operator adds to them. */
final class ClassPath {
  private ClassPath() {}

  /** A line for each part that cannot be read; Java silently leaves those out. */
  static List<String> problems() {
    return problemsOf(System.getProperty("java.class.path", ""));
  }

  static List<String> problemsOf(String classPath) {
    return Stream.of(classPath.split(File.pathSeparator))
        .filter(part -> !Files.isReadable(Path.of(part)))
        .map(ClassPath::line)
        .toList();
  }

  private static String line(String part) {
    return part.endsWith("*")
        ? part + " on the class path names no jar; correct EBB_CLASSPATH"
        : part + " on the class path cannot be read; correct EBB_CLASSPATH, or the file's mode";
  }
}
