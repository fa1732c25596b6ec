import { FairSemaphore } from '#lib/platform/cache/fair-semaphore.ts';
import type { Compressor } from '#lib/platform/http/compressor.server.ts';
import type { Network } from '#lib/platform/http/network.ts';
import { type Encoding, encodedBody, type StoredPage } from '#lib/platform/http/stored-page.server.ts';

/** Two: one is rendered while the other waits for compression or the database. More would only cost memory. */
const RENDERS_AT_ONCE = 2;
const RENDERS_WAITING = 400;

interface Client {
  network: Network;
  encoding: Encoding;
}

interface Rendering {
  network: Network;
  page: Promise<StoredPage | undefined>;
}

export class SharedRenders {
  readonly #semaphore = new FairSemaphore(RENDERS_AT_ONCE, RENDERS_WAITING);
  readonly #underWay = new Map<string, Rendering>();
  readonly #render: (address: string) => Promise<StoredPage>;
  readonly #compressor: Compressor;

  constructor(render: (address: string) => Promise<StoredPage>, compressor: Compressor) {
    this.#render = render;
    this.#compressor = compressor;
  }

  async page(address: string, client: Client): Promise<StoredPage | undefined> {
    const rendering = this.#join(address, client);
    const page = await rendering.page;
    if (page || rendering.network === client.network) return page;
    // It was refused because of the crowd in another network, which is no reason to refuse this client.
    return this.#join(address, client).page;
  }

  #join(address: string, { network, encoding }: Client): Rendering {
    const running = this.#underWay.get(address);
    if (running) return running;
    // Robots follow filters; people of the same network begin with plain addresses.
    const turn = { from: network, isLater: address.includes('?') };
    const page = this.#semaphore
      .run(turn, async () => {
        const rendered = await this.#render(address);
        // Inside the semaphore, so that pages are not rendered faster than they are compressed.
        await encodedBody(rendered, encoding, this.#compressor);
        return rendered;
      })
      .finally(() => this.#underWay.delete(address));
    const rendering = { network, page };
    this.#underWay.set(address, rendering);
    return rendering;
  }
}
