import { FairSemaphore } from '#lib/platform/cache/fair-semaphore.ts';
import type { Compressor } from '#lib/platform/http/compressor.server.ts';
import { type Encoding, encodedBody, type StoredPage } from '#lib/platform/http/stored-page.server.ts';

/** One renders while the other waits for compression or the database; more would only cost memory. */
const RENDERS_AT_ONCE = 2;
const RENDERS_WAITING = 400;

interface Client {
  from: string;
  encoding: Encoding;
}

interface Rendering {
  from: string;
  page: Promise<StoredPage | undefined>;
}

export class SharedRenders {
  readonly #gate = new FairSemaphore(RENDERS_AT_ONCE, RENDERS_WAITING);
  readonly #inFlight = new Map<string, Rendering>();
  readonly #render: (address: string) => Promise<StoredPage>;
  readonly #compressor: Compressor;

  constructor(render: (address: string) => Promise<StoredPage>, compressor: Compressor) {
    this.#render = render;
    this.#compressor = compressor;
  }

  async page(address: string, client: Client): Promise<StoredPage | undefined> {
    const first = this.#join(address, client);
    const page = await first.page;
    // It may be refused because of another network's crowd: ask once more for this one.
    return page || first.from === client.from ? page : this.#join(address, client).page;
  }

  #join(address: string, { from, encoding }: Client): Rendering {
    const running = this.#inFlight.get(address);
    if (running) return running;
    // Robots follow filters; people of the same network begin with plain addresses.
    const place = { from, isLater: address.includes('?') };
    const page = this.#gate
      .run(place, async () => {
        const rendered = await this.#render(address);
        // Within the place, so that pages are not rendered faster than compressed.
        await encodedBody(rendered, encoding, this.#compressor);
        return rendered;
      })
      .finally(() => this.#inFlight.delete(address));
    const rendering = { from, page };
    this.#inFlight.set(address, rendering);
    return rendering;
  }
}
