package ebb.app;

/** Points logback at the folders of this instance; only of use before the first logger is made. */
final class Logs {
  private Logs() {}

  static void configure(ConfFolder conf, DataFolder data) {
    System.setProperty("ebb.logs", data.logs().toString());
    conf.logback()
        .ifPresent(file -> System.setProperty("logback.configurationFile", file.toString()));
  }
}
