package ebb.demo.client;

/**
 * An application as Hadoop's REST API shows it.
 *
 * @param state of the application, such as RUNNING or FINISHED
 * @param finalStatus the result that the application reports, such as SUCCEEDED; UNDEFINED before
 */
public record ApplicationView(String id, String state, String finalStatus) {
  public boolean hasSucceeded() {
    return "FINISHED".equals(state) && "SUCCEEDED".equals(finalStatus);
  }
}
