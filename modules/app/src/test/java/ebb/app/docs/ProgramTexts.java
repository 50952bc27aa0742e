package ebb.app.docs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the program says: string literals of main code, and files of main resources. */
final class ProgramTexts {
  private static final List<String> FOLDERS = List.of("modules", "tools", "tests");
  private static final List<String> RESOURCES = List.of(".conf", ".json", ".txt", ".properties");

  /** A comment, a character, a text block or a string: whatever begins first wins. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "//[^\\n]*|/\\*.*?\\*/|'(?:\\\\.|[^'\\\\])+'"
              + "|\"\"\"(?<block>.*?)(?<!\\\\)\"\"\"|\"(?<string>(?:\\\\.|[^\"\\\\\\n])*)\"",
          Pattern.DOTALL);

  private ProgramTexts() {}

  /** Texts by file. */
  static Map<Path, String> readAll(Path root) throws IOException {
    Map<Path, String> texts = new TreeMap<>();
    for (Path main : mainFolders(root)) {
      try (Stream<Path> files = Files.walk(main)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          String name = file.toString();
          if (name.endsWith(".java")) {
            texts.put(file, literals(Files.readString(file, StandardCharsets.UTF_8)));
          } else if (RESOURCES.stream().anyMatch(name::endsWith)) {
            texts.put(file, Files.readString(file, StandardCharsets.UTF_8));
          }
        }
      }
    }
    return texts;
  }

  private static List<Path> mainFolders(Path root) throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path folder : FOLDERS.stream().map(root::resolve).filter(Files::isDirectory).toList()) {
      try (Stream<Path> modules = Files.list(folder)) {
        modules
            .map(module -> module.resolve("src/main"))
            .filter(Files::isDirectory)
            .forEach(found::add);
      }
    }
    return found;
  }

  /** One line for each literal. Literals that a plus joins are one. */
  static String literals(String source) {
    StringBuilder texts = new StringBuilder();
    int end = -1;
    Matcher token = TOKEN.matcher(source);
    while (token.find()) {
      String text = token.group("block") == null ? token.group("string") : token.group("block");
      if (text != null) {
        boolean isJoined = end >= 0 && source.substring(end, token.start()).strip().equals("+");
        texts.append(isJoined ? "" : "\n").append(text.replace("\\n", " "));
        end = token.end();
      }
    }
    return texts.toString();
  }
}
