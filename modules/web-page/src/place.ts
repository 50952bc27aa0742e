/** What the address bar says: which panel is open, and of which instant. */
export interface Place {
  node: string | null;
  operation: string | null;
  /** A drain that waits in the queue. */
  queue: string | null;
  at: string | null;
}

export function parsePlace(hash: string): Place {
  const query = new URLSearchParams(hash.replace(/^#/, ""));
  return { node: query.get("node"), operation: query.get("operation"), queue: query.get("queue"),
    at: query.get("at") };
}

export function linkTo(place: Partial<Place>): string {
  const query = new URLSearchParams();
  for (const name of ["node", "operation", "queue", "at"] as const) {
    const value = place[name];
    if (value !== undefined && value !== null) query.set(name, value);
  }
  return `#${query.toString()}`;
}
