/** What a page that is the same for everyone says of itself: the query parameters that it reads. */
export interface SharedPage {
  params: readonly string[];
}

/** One route of the site, as build/read-routes.ts finds it. */
export interface RouteEntry {
  /** As Astro writes it, such as `/products/[slug]`. */
  pattern: string;
  /** The source of the expression that its paths match. */
  path: string;
  isPage: boolean;
  /** The methods that an endpoint exports. */
  methods: readonly string[];
  shared?: SharedPage;
}

const LONGEST_ADDRESS = 1_024;

/**
 * The routes in the order in which Astro tries them. Shared pages are rendered without the visitor's cookies, so nothing
 * personal reaches the cache; a page that does not declare itself `shared` is personal.
 */
export class RouteTable {
  readonly #routes: readonly (RouteEntry & { expression: RegExp })[];
  readonly #byPattern: ReadonlyMap<string, RouteEntry>;

  constructor(routes: readonly RouteEntry[]) {
    this.#routes = routes.map((route) => ({ ...route, expression: new RegExp(route.path) }));
    this.#byPattern = new Map(routes.map((route) => [route.pattern, route]));
  }

  isPage(pattern: string): boolean {
    return this.#byPattern.get(pattern)?.isPage ?? false;
  }

  /** Whether an endpoint answers the method; GET answers HEAD, too. */
  takes(pattern: string, method: string): boolean {
    return this.#byPattern.get(pattern)?.methods.includes(method === 'HEAD' ? 'GET' : method) ?? false;
  }

  /** What no route knows is shared, too: the 404 page. */
  isShared(pathname: string): boolean {
    const route = this.#find(pathname);
    return route === undefined || route.shared !== undefined;
  }

  /** The address that a shared page is kept under: the parameters that it reads, in one order. `undefined` when it is too long. */
  sharedAddress(url: string): string | undefined {
    const [path = '/', query = ''] = splitOnce(url);
    const read = query ? (this.#find(path)?.shared?.params ?? []) : [];
    const known = [...new URLSearchParams(query)].filter(([name, value]) => read.includes(name) && value !== '');
    known.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    const address = known.length > 0 ? `${path}?${new URLSearchParams(known)}` : path;
    return address.length > LONGEST_ADDRESS ? undefined : address;
  }

  #find(pathname: string): RouteEntry | undefined {
    const decoded = decodedPath(pathname);
    return this.#routes.find(({ expression }) => expression.test(decoded));
  }
}

function splitOnce(url: string): string[] {
  const mark = url.indexOf('?');
  return mark < 0 ? [url] : [url.slice(0, mark), url.slice(mark + 1)];
}

/** As Astro reads it, so that `/%63art` is the cart. */
function decodedPath(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    // No route has such a path.
    return pathname;
  }
}
