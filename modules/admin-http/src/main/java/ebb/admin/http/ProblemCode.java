package ebb.admin.http;

import java.util.Locale;

/** Every way in which a request can fail. The codes are part of the API and must not change. */
public enum ProblemCode {
  MALFORMED_JSON(400, "The body is not valid JSON"),
  UNKNOWN_FIELD(400, "The body has an unknown field"),
  MISSING_FIELD(400, "The body lacks a field"),
  INVALID_FIELD(400, "A field of the body has an invalid value"),
  UNKNOWN_PARAMETER(400, "The query has an unknown parameter"),
  INVALID_PARAMETER(400, "A parameter has an invalid value"),
  BAD_REQUEST(400, "The request cannot be understood"),
  UNAUTHENTICATED(401, "The API requires authentication"),
  FORBIDDEN(403, "The caller may not do this"),
  NOT_FOUND(404, "No such path"),
  NODE_NOT_FOUND(404, "No such node"),
  OPERATION_NOT_FOUND(404, "No such operation"),
  QUEUED_DRAIN_NOT_FOUND(404, "No such drain in the queue"),
  INSTANCE_NOT_FOUND(404, "No such instance"),
  POSITION_UNKNOWN(404, "The journal has no such position"),
  METHOD_NOT_ALLOWED(405, "This path does not support the method"),
  LIST_UNREADABLE(409, "A list cannot be used, so nothing was changed"),
  CONFIGURATION_UNREADABLE(409, "The configuration cannot be used, so nothing was changed"),
  OLDER_LISTS(409, "The lists have been superseded, so nothing was changed"),
  IDEMPOTENCY_KEY_REUSED(409, "The Idempotency-Key belongs to another request"),
  NOT_DRAINING(409, "The node is not draining, so nothing was changed"),
  DRAIN_HELD(409, "The drain is held, so nothing was changed"),
  CONFIRMATION_REQUIRED(409, "The request needs confirmation, so nothing was changed"),
  PLAN_CHANGED(409, "The plan is no longer current, so nothing was changed"),
  INSTANCE_LEAVING(409, "The instance is already leaving"),
  NOBODY_TAKES_OVER(409, "No other instance can take over, so nothing was changed"),
  UNKNOWN_HOST(409, "Some hosts have no known node, so nothing was changed"),
  ALREADY_QUEUED(409, "A host is already in the queue, so nothing was changed"),
  ALREADY_EXCLUDED(409, "All hosts are already excluded, so nothing was changed"),
  NOTHING_SELECTED(409, "No host can leave, so nothing was changed"),
  NOT_ENOUGH_SELECTED(409, "More was requested than can leave, so nothing was changed"),
  LISTS_DIFFER(409, "The files have edits that are not in force, so nothing was changed"),
  WINDOW_CLOSED(409, "No host could start draining in that time, so nothing was changed"),
  UNKNOWN_WINDOW(409, "No window has that name, so nothing was changed"),
  CAPACITY_MISSING(409, "Less is in service than must be kept, so nothing was changed"),
  EXCLUDE_LIST_NOT_CONFIGURED(409, "There is no exclude file to edit"),
  LIST_NOT_EDITABLE(409, "The exclude file cannot be edited this way, so nothing was changed"),
  LIST_NOT_WRITABLE(409, "The exclude file cannot be written, so nothing was changed"),
  POSITION_GONE(410, "The journal no longer keeps that position"),
  LISTS_CHANGED(412, "The exclude file has changed in the meantime, so nothing was changed"),
  CONTENT_TOO_LARGE(413, "The body is too large"),
  UNSUPPORTED_MEDIA_TYPE(415, "The body must be application/json"),
  MISDIRECTED_REQUEST(421, "The request names a host that this API does not serve"),
  PRECONDITION_REQUIRED(428, "The request must name the version of the file that it changes"),
  TOO_MANY_REFRESHES(429, "Too many refreshes are already waiting, so nothing was changed"),
  QUEUE_FULL(429, "Too many drains are already waiting, so nothing was changed"),
  INTERNAL_ERROR(500, "The request failed"),
  JOURNAL_UNAVAILABLE(503, "The journal did not confirm the change"),
  LIST_BUSY(503, "The exclude file is in use, so nothing was changed"),
  LEADER_UNAVAILABLE(503, "The leader did not answer in time"),
  INSTANCE_UNAVAILABLE(503, "The instance did not answer in time"),
  TOO_MANY_CONNECTIONS(503, "Too many requests are being answered"),
  NOT_READY(503, "This instance is not ready");

  private final int status;
  private final String title;

  ProblemCode(int status, String title) {
    this.status = status;
    this.title = title;
  }

  int status() {
    return status;
  }

  /** Whether the request may be an attempt at unauthorized access. */
  public boolean isSecurity() {
    return this == UNAUTHENTICATED || this == FORBIDDEN || this == MISDIRECTED_REQUEST;
  }

  String title() {
    return title;
  }

  /** The code as in the problem document. */
  public String code() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
