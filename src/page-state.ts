import type { AstroGlobal, SSRResult } from 'astro';
import { astro, FetchState } from 'astro/fetch';
import { type AstroComponentFactory, chunkToString, renderStreaming } from 'astro/runtime/server/index.js';
import { type Chunk, RenderedPage } from '#lib/platform/http/pages/rendered-page.server.ts';

type OnRendered = (chunks: Chunk[], init: ResponseInit) => RenderedPage;
type PageModule = Awaited<ReturnType<FetchState['loadComponentInstance']>>;

/** The sources of the properties of a component's `Astro` object. */
interface AstroSources {
  /** Properties that a component sets itself. */
  ownProperties: { props: object; self: unknown };
  context: ReturnType<FetchState['getAPIContext']>;
  response: AstroGlobal['response'];
  slots: () => AstroGlobal['slots'];
}

const ASTRO_PROPERTIES: ProxyHandler<AstroSources> = {
  get({ ownProperties, context, response, slots }, name) {
    if (name === 'slots') return slots();
    if (name === 'response') return response;
    return Reflect.get(name in ownProperties ? ownProperties : context, name);
  },
  set: ({ ownProperties }, name, value) => Reflect.set(ownProperties, name, value),
};

/** Added to each page, because Astro's compiler removes the doctype. */
const DOCTYPE = '<!DOCTYPE html>';
/** The modules of pages by their route data: importing a loaded module again would still take time. */
const PAGE_MODULES = new WeakMap<object, PageModule>();
const STATUS_BY_ROUTE = new Map([
  ['/404', 404],
  ['/500', 500],
]);

/** Renders a page as Astro does, in a way that lets V8 free the page's memory early (docs/decisions/0041). */
export async function renderWithAstro(request: Request): Promise<Response> {
  const state = new PageState(request);
  const response = await astro(state);
  // V8 keeps the state until its next major collection. Most of its memory is the page's bytes: release them now.
  state.response = undefined;
  return response;
}

class PageState extends FetchState {
  // With streaming, cache tags that are set late would be lost, and a late error would be sent with status 200
  // (docs/decisions/0001-http-front-before-astro.md).
  override streaming = false;

  override async loadComponentInstance(): Promise<PageModule> {
    const { routeData } = this;
    if (routeData?.type !== 'page') return super.loadComponentInstance();
    const instance = PAGE_MODULES.get(routeData) ?? (await super.loadComponentInstance());
    PAGE_MODULES.set(routeData, instance);
    return {
      ...instance,
      default: chunkedFactory(instance.default, (chunks, init) => this.#renderedPage(chunks, init)),
    };
  }

  #renderedPage(chunks: Chunk[], { headers, status }: ResponseInit): RenderedPage {
    // Astro treats a response without a body as a failure and would render the error page.
    this.skipErrorReroute = true;
    return new RenderedPage(chunks, { headers, status: STATUS_BY_ROUTE.get(this.routeData?.route ?? '') ?? status });
  }

  /**
   * Returns the `Astro` object of one component. Astro's own version inherits from an object of the page. For that
   * object, V8 creates a hidden class, which keeps the page in memory until the next major collection
   * (docs/decisions/0041).
   */
  override createAstro(...args: Parameters<FetchState['createAstro']>): AstroGlobal {
    const [{ response }, props] = args;
    const sources: AstroSources = {
      ownProperties: { props, self: null },
      context: this.getAPIContext(),
      response,
      slots: () => super.createAstro(...args).slots,
    };
    return new Proxy(sources, ASTRO_PROPERTIES) as unknown as AstroGlobal;
  }
}

/**
 * Returns a component factory that renders in chunks. Astro would join the chunks as two-byte strings and copy their
 * bytes three times (docs/decisions/0041).
 */
function chunkedFactory(render: AstroComponentFactory, onRendered: OnRendered): AstroComponentFactory {
  const factory: AstroComponentFactory = async (result: SSRResult, props, slots) => {
    const page = await render(result, props, slots);
    if (page instanceof Response) return page;
    const chunks: Chunk[] = [DOCTYPE];
    await renderStreaming(page, result, {
      write: (chunk) => {
        if (chunk instanceof Response) return;
        chunks.push(chunk instanceof Uint8Array ? chunk : String(chunkToString(result, chunk)));
      },
    });
    return onRendered(chunks, result.response);
  };
  return Object.assign(factory, render);
}
