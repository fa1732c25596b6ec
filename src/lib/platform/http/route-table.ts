export interface RouteEntry {
  /** Astro's pattern for the route, such as `/products/[slug]`. */
  pattern: string;
  /** The source of a regular expression for the paths of the route. */
  pathRegExp: string;
  isPage: boolean;
  methods: readonly string[];
  /** The `SharedPage` that the route declares. */
  shared?: { params: readonly string[] };
  /**
   * Whether the route may be called from other sites and by other programs, because a signature or token authenticates
   * each request.
   */
  acceptsSignedPosts?: boolean;
}

/**
 * Paths that are mostly called by scripts and other programs. An unknown path gets a 404 in JSON, not a page.
 */
const API_PATH = /^\/(?:auth|frontend|public)(?:\/|$)/;

/**
 * The routes in the order in which Astro tries them. Shared pages are rendered without cookies, so nothing personal
 * is cached.
 */
export class RouteTable {
  /**
   * The routes that may match a path, by the path's first segment. Testing several hundred routes one by one would take
   * a quarter of the time that a cached page takes.
   */
  readonly #byFirstSegment: ReadonlyMap<string, readonly Route[]>;
  /** Routes whose first segment is a parameter. */
  readonly #parameterRoutes: readonly Route[];
  readonly #byPattern: ReadonlyMap<string, Route>;
  #lastMatch: { pathname: string; route: Route | undefined } | undefined;

  constructor(routes: readonly RouteEntry[]) {
    const allRoutes = routes.map((route) => ({
      ...route,
      methods: methodsOf(route),
      expression: new RegExp(route.pathRegExp),
      firstSegment: firstSegmentOf(route.pattern),
    }));
    const isParameterRoute = ({ firstSegment }: Route) => firstSegment.includes('[');
    const segments = new Set(allRoutes.map(({ firstSegment }) => firstSegment));
    const routesAt = (segment: string) =>
      allRoutes.filter((route) => route.firstSegment === segment || isParameterRoute(route));
    this.#byFirstSegment = new Map([...segments].map((segment) => [segment, routesAt(segment)]));
    this.#parameterRoutes = allRoutes.filter(isParameterRoute);
    this.#byPattern = new Map(allRoutes.map((route) => [route.pattern, route]));
  }

  isPage(pattern: string): boolean {
    return this.#byPattern.get(pattern)?.isPage ?? false;
  }

  allows(pattern: string, method: string): boolean {
    return this.#byPattern.get(pattern)?.methods.includes(method) ?? false;
  }

  acceptsSignedPosts(pathname: string): boolean {
    return this.#find(pathname)?.acceptsSignedPosts ?? false;
  }

  /** Returns the methods for the Allow header, or undefined if no route matches the path. */
  methodsAt(pathname: string): readonly string[] | undefined {
    return this.#find(pathname)?.methods;
  }

  /**
   * Returns the pattern of the route, or undefined if no route matches the path. The pattern may be logged, unlike a
   * URL, which may contain a secret.
   */
  patternOf(pathname: string): string | undefined {
    return this.#find(pathname)?.pattern;
  }

  /** Returns whether the response is the same for everyone. True for an unknown path, because it gets the 404 page. */
  isShared(pathname: string): boolean {
    const route = this.#find(pathname);
    return route === undefined || route.shared !== undefined;
  }

  /**
   * Returns the URL with only the parameters that the page reads and that have a value, sorted by name, so that each
   * page has one URL.
   */
  sharedUrl(url: string): string {
    const [path = '/', query = ''] = splitAtQuery(url);
    const names = query ? (this.#find(path)?.shared?.params ?? []) : [];
    const params = [...new URLSearchParams(query)].filter(([name, value]) => names.includes(name) && value !== '');
    params.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return params.length > 0 ? `${path}?${new URLSearchParams(params)}` : path;
  }

  #find(pathname: string): Route | undefined {
    if (this.#lastMatch?.pathname === pathname) return this.#lastMatch.route;
    const path = decodedPath(pathname);
    const routes = this.#byFirstSegment.get(firstSegmentOf(path)) ?? this.#parameterRoutes;
    const route = routes.find(({ expression }) => expression.test(path));
    this.#lastMatch = { pathname, route };
    return route;
  }
}

interface Route extends RouteEntry {
  expression: RegExp;
  firstSegment: string;
}

function firstSegmentOf(path: string): string {
  return path.split('/', 2)[1] ?? '';
}

export function isApiPath(pathname: string): boolean {
  return API_PATH.test(pathname);
}

/**
 * Returns the methods of a route. Adds HEAD to GET, but in the API only for shared responses: for others, HEAD would
 * act like GET, and could send an email.
 */
function methodsOf({ pattern, isPage, methods, shared }: RouteEntry): string[] {
  const hasHead = methods.includes('GET') && (isPage || shared !== undefined || !API_PATH.test(pattern));
  return hasHead ? methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])) : [...methods];
}

function splitAtQuery(url: string): string[] {
  const queryStart = url.indexOf('?');
  return queryStart < 0 ? [url] : [url.slice(0, queryStart), url.slice(queryStart + 1)];
}

/** Decodes a path, as Astro does: `/%63art` is the cart. */
function decodedPath(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    // The path is malformed, so no route matches it.
    return pathname;
  }
}
