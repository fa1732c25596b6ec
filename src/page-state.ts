import type { AstroGlobal } from 'astro';
import { astro, FetchState } from 'astro/fetch';

type Parts = Parameters<FetchState['createAstro']>;
type PageParts = ReturnType<FetchState['createAstroPagePartial']>;

interface ComponentParts {
  page: PageParts;
  own: { props: object; self: unknown };
  slots: () => AstroGlobal['slots'];
}

/** Draws a page as Astro does by itself, but so that what it took can be collected cheaply (docs/decisions/0057). */
export async function drawPage(request: Request): Promise<Response> {
  const state = new PageState(request);
  const response = await astro(state);
  // V8 keeps the state until its next large collection. The bytes of the page, most of it, need not wait for that.
  state.response = undefined;
  return response;
}

class PageState extends FetchState {
  // With streaming, cache tags set late are lost and a late error answers 200 (docs/decisions/0001-http-front.md).
  override streaming = false;
  #page: PageParts | undefined;

  /** Astro's object for each component is a new kind to V8, which keeps all it reaches: lists outlived their pages. */
  override createAstro(...parts: Parts): AstroGlobal {
    const [result, props, , context] = parts;
    if (!this.#page || this.isRewriting) this.#page = this.createAstroPagePartial(result, context);
    const slots = () => super.createAstro(...parts).slots;
    return new Proxy<ComponentParts>(
      { page: this.#page, own: { props, self: null }, slots },
      PARTS,
    ) as unknown as AstroGlobal;
  }
}

const PARTS: ProxyHandler<ComponentParts> = {
  get({ page, own, slots }, name) {
    if (name === 'slots') return slots();
    return Reflect.get(name in own ? own : page, name);
  },
  set: ({ own }, name, value) => Reflect.set(own, name, value),
};
