export interface SharedPage {
  params: readonly string[];
}

export interface RouteEntry {
  pattern: string;
  path: string;
  isPage: boolean;
  methods: readonly string[];
  shared?: SharedPage;
}

const LONGEST_ADDRESS = 1_024;

/** In Astro's order. Shared pages are rendered without cookies, so nothing personal reaches the cache. */
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

  takes(pattern: string, method: string): boolean {
    return this.#byPattern.get(pattern)?.methods.includes(method === 'HEAD' ? 'GET' : method) ?? false;
  }

  /** An unknown path is shared too: it gets the 404 page. */
  isShared(pathname: string): boolean {
    const route = this.#find(pathname);
    return route === undefined || route.shared !== undefined;
  }

  /** Holds only the parameters that the page reads, in one order; `undefined` when it is too long. */
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
