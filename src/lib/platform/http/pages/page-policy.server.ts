import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const MAX_STYLE_HASHES = 20;

type InlineElement = 'script' | 'style';

interface BuildOutput {
  directives: readonly string[];
  /** Hashes of the scripts and styles that the build added to pages, as `sha256-…`. */
  hashes: Record<InlineElement, readonly string[]>;
  /** Scripts and styles that the build added to pages after computing the hashes. */
  contents: Record<InlineElement, readonly string[]>;
}

/**
 * Creates the content security policy of each page. A policy lists only the scripts and styles of its page, because
 * listing those of all pages would add 2 kB to the headers.
 */
export class PagePolicy {
  readonly #directives: string;
  readonly #buildHashes: Record<InlineElement, ReadonlySet<string>>;
  readonly #styleHashes = new LRUCache<string, string>({ max: MAX_STYLE_HASHES, memoMethod: sha256 });
  /** For each kind and length, the last content of the build that a page contained. It need not be hashed again. */
  readonly #knownContents = new Map<string, { content: Buffer; hash: string }>();

  constructor({ directives, hashes, contents }: BuildOutput) {
    this.#directives = directives.map((directive) => `${directive};`).join('');
    const hashesOf = (kind: InlineElement) =>
      new Set([...hashes[kind].map((buildHash) => `'${buildHash}'`), ...[...new Set(contents[kind])].map(sha256)]);
    this.#buildHashes = { script: hashesOf('script'), style: hashesOf('style') };
  }

  /**
   * Returns the policy of a page. `styles` are inline styles that are not part of the build. `allowsWasm` allows
   * WebAssembly, but not `eval`.
   */
  policyFor(page: Buffer, styles: readonly string[] = [], allowsWasm = false): string {
    const styleHashes = styles.map((style) => this.#styleHashes.memo(style));
    const sources = (kind: InlineElement, moreSources: string[] = []) =>
      ["'self'", ...new Set([...this.#hashesIn(page, kind), ...moreSources])].join(' ');
    return `${this.#directives}script-src ${sources('script', allowsWasm ? ["'wasm-unsafe-eval'"] : [])};style-src ${sources('style', styleHashes)}`;
  }

  #hashesIn(page: Buffer, kind: InlineElement): string[] {
    const hashes: string[] = [];
    for (let index = page.indexOf(`<${kind}`); index >= 0; index = page.indexOf(`<${kind}`, index)) {
      const begin = page.indexOf('>', index) + 1;
      index = page.indexOf(`</${kind}`, begin);
      if (index < 0) break;
      const hash = index > begin ? this.#buildHash(page.subarray(begin, index), kind) : undefined;
      if (hash !== undefined) hashes.push(hash);
    }
    return hashes;
  }

  /**
   * Returns the hash of a script or style of the build. Returns undefined for any other content, so that browsers
   * ignore it, because it may have been injected.
   */
  #buildHash(content: Buffer, kind: InlineElement): string | undefined {
    const key = `${kind} ${content.length}`;
    const knownContent = this.#knownContents.get(key);
    if (knownContent?.content.equals(content)) return knownContent.hash;
    const quotedHash = sha256(content);
    if (!this.#buildHashes[kind].has(quotedHash)) return undefined;
    this.#knownContents.set(key, { content: Buffer.from(content), hash: quotedHash });
    return quotedHash;
  }
}

function sha256(content: string | Buffer): string {
  return `'sha256-${hash('sha256', content, 'base64')}'`;
}
