import type { Deprecation } from "../http/responseHeaders";
import { Listeners } from "../../base/listeners";

/** A route that a node calls deprecated, its entity left out, such as `POST /on/account/status`. */
export interface DeprecatedRoute extends Deprecation {
  route: string;
}

/** The routes of a node that its answers announce as deprecated (§9.6): each is told once, whatever entity it was for. */
export class DeprecatedRoutes {
  private readonly known = new Map<string, DeprecatedRoute>();
  private readonly listeners = new Listeners<DeprecatedRoute>();
  /** Tells each route when its first answer announces it. */
  readonly onFirst = this.listeners.event;

  /** Takes what an answer to a route, method and path, announces. */
  note(route: string, deprecation: Deprecation): void {
    const general = withoutEntity(route);
    if (this.known.has(general)) return;
    const found = { ...deprecation, route: general };
    this.known.set(general, found);
    this.listeners.fire(found);
  }
}

/** `POST /on/account:<key>/status` without its key. */
function withoutEntity(route: string): string {
  const colon = route.indexOf(":");
  const slash = colon < 0 ? -1 : route.indexOf("/", colon);
  return slash < 0 ? route : route.slice(0, colon) + route.slice(slash);
}
