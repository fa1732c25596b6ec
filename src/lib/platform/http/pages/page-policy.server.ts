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
 * Returns a function that creates the content security policy of a page. A policy lists only the scripts and styles of
 * its page, because listing those of all pages would add 2 kB to the headers.
 */
export function pagePolicy({ directives, hashes, contents }: BuildOutput) {
  const commonDirectives = directives.map((directive) => `${directive};`).join('');
  const hashesOf = (kind: InlineElement) =>
    new Set([...hashes[kind].map((buildHash) => `'${buildHash}'`), ...[...new Set(contents[kind])].map(sha256)]);
  const buildHashes = { script: hashesOf('script'), style: hashesOf('style') };
  const styleHashes = new LRUCache<string, string>({ max: MAX_STYLE_HASHES, memoMethod: sha256 });
  /** For each kind and length, the last content of the build that a page contained. It need not be hashed again. */
  const knownContents = new Map<string, { content: Buffer; hash: string }>();

  /**
   * Returns the hash of a script or style of the build. Returns undefined for any other content, so that browsers
   * ignore it, because it may have been injected.
   */
  function buildHashOf(content: Buffer, kind: InlineElement): string | undefined {
    const key = `${kind} ${content.length}`;
    const knownContent = knownContents.get(key);
    if (knownContent?.content.equals(content)) return knownContent.hash;
    const quotedHash = sha256(content);
    if (!buildHashes[kind].has(quotedHash)) return undefined;
    knownContents.set(key, { content: Buffer.from(content), hash: quotedHash });
    return quotedHash;
  }

  /**
   * Returns the policy of a page. `styles` are inline styles that are not part of the build. `allowsWasm` allows
   * WebAssembly, but not `eval`.
   */
  return (page: Buffer, styles: readonly string[] = [], allowsWasm = false): string => {
    const sources = (kind: InlineElement, moreSources: string[]) => {
      const pageHashes = inlineContents(page, kind).flatMap((content) => buildHashOf(content, kind) ?? []);
      return ["'self'", ...new Set([...pageHashes, ...moreSources])].join(' ');
    };
    const scriptSources = sources('script', allowsWasm ? ["'wasm-unsafe-eval'"] : []);
    const styleSources = sources(
      'style',
      styles.map((style) => styleHashes.memo(style)),
    );
    return `${commonDirectives}script-src ${scriptSources};style-src ${styleSources}`;
  };
}

/** Returns the contents of all elements of this kind that are closed and not empty. */
function inlineContents(page: Buffer, kind: InlineElement): Buffer[] {
  const contents: Buffer[] = [];
  for (let index = page.indexOf(`<${kind}`); index >= 0; index = page.indexOf(`<${kind}`, index)) {
    const begin = page.indexOf('>', index) + 1;
    index = page.indexOf(`</${kind}`, begin);
    if (index < 0) break;
    if (index > begin) contents.push(page.subarray(begin, index));
  }
  return contents;
}

function sha256(content: string | Buffer): string {
  return `'sha256-${hash('sha256', content, 'base64')}'`;
}
