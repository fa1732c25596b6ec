import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const MAX_STYLE_HASHES = 20;

type Inline = 'script' | 'style';

interface BuildContents {
  directives: readonly string[];
  /** Hashes of the scripts and styles that the build added to pages, as `sha256-…`. */
  hashes: Record<Inline, readonly string[]>;
  /** Scripts and styles that the build added to pages after computing the hashes. */
  contents: Record<Inline, readonly string[]>;
}

/**
 * Creates the content security policy of each page. It lists only the scripts and styles of that page: listing all
 * would add 2 kB to the headers.
 */
export class PagePolicy {
  readonly #directives: string;
  readonly #buildHashes: Record<Inline, ReadonlySet<string>>;
  readonly #styleHashes = new LRUCache<string, string>({ max: MAX_STYLE_HASHES });
  /** The last content of each kind and length, which needs no hashing again. */
  readonly #seen = new Map<string, { content: Buffer; hash: string }>();

  constructor({ directives, hashes, contents }: BuildContents) {
    this.#directives = directives.map((directive) => `${directive};`).join('');
    const hashesOf = (kind: Inline) =>
      new Set([...hashes[kind].map((source) => `'${source}'`), ...[...new Set(contents[kind])].map(sha256)]);
    this.#buildHashes = { script: hashesOf('script'), style: hashesOf('style') };
  }

  /** `styles` are inline styles that the build does not know. `allowsWasm` allows WebAssembly, but not `eval`. */
  policyFor(page: Buffer, styles: readonly string[] = [], allowsWasm = false): string {
    const styleHashes = styles.map((style) => this.#styleHash(style));
    const sources = (kind: Inline, more: string[] = []) =>
      ["'self'", ...new Set([...this.#hashesIn(page, kind), ...more])].join(' ');
    return `${this.#directives}script-src ${sources('script', allowsWasm ? ["'wasm-unsafe-eval'"] : [])};style-src ${sources('style', styleHashes)}`;
  }

  #styleHash(style: string): string {
    const hashed = this.#styleHashes.get(style) ?? sha256(style);
    this.#styleHashes.set(style, hashed);
    return hashed;
  }

  #hashesIn(page: Buffer, kind: Inline): string[] {
    const hashes: string[] = [];
    for (let at = page.indexOf(`<${kind}`); at >= 0; at = page.indexOf(`<${kind}`, at)) {
      const begin = page.indexOf('>', at) + 1;
      at = page.indexOf(`</${kind}`, begin);
      if (at < 0) break;
      const hash = at > begin ? this.#buildHash(page.subarray(begin, at), kind) : undefined;
      if (hash !== undefined) hashes.push(hash);
    }
    return hashes;
  }

  /** An unknown script or style may have been injected, so it gets no hash and does not run. */
  #buildHash(content: Buffer, kind: Inline): string | undefined {
    const key = `${kind} ${content.length}`;
    const seen = this.#seen.get(key);
    if (seen?.content.equals(content)) return seen.hash;
    const quoted = sha256(content);
    if (!this.#buildHashes[kind].has(quoted)) return undefined;
    this.#seen.set(key, { content: Buffer.from(content), hash: quoted });
    return quoted;
  }
}

function sha256(content: string | Buffer): string {
  return `'sha256-${hash('sha256', content, 'base64')}'`;
}
