import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RouteClass } from '#lib/platform/telemetry/traffic.server.ts';

/** Handles a request before Astro does. Returns whether a response has been sent. */
export type RequestHandler = (req: IncomingMessage, res: ServerResponse) => boolean | Promise<boolean>;

/** A handler, and the paths that it serves. */
export interface PathHandler {
  routeClass: RouteClass;
  /** Returns whether the handler serves GET and HEAD at this path. Any other method gets a 405 there. */
  handlesPath(path: string): boolean;
  handle: RequestHandler;
}
