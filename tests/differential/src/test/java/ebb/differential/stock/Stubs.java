package ebb.differential.stock;

import java.lang.reflect.Proxy;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Implementations of Hadoop's large interfaces with the answers that a test needs. */
final class Stubs {

  /** The answer to one method. */
  interface Answer {
    @Nullable Object to(Object[] arguments);
  }

  private Stubs() {}

  static <T> T of(Class<T> type, Map<String, Answer> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> {
              Answer answer = answers.get(method.getName());
              if (answer == null) {
                throw new UnsupportedOperationException(method.toString());
              }
              return answer.to(arguments);
            }));
  }
}
