import type { Plugin } from 'vite';

const WIDE = /\\[\s\S]|[\u0100-\uffff]/g;

/** One letter that Latin-1 lacks, and V8 keeps the whole source with two bytes for each. */
export function oneByte(code: string): string {
  return code.replace(WIDE, (found) => {
    const letter = found.at(-1) ?? '';
    return letter > '\xff' ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}` : found;
  });
}

/** For what a server runs; browsers would load more bytes. */
export function oneByteServer(): Plugin {
  return {
    name: 'one-byte-server',
    applyToEnvironment: ({ name }) => name !== 'client',
    generateBundle(_options, bundle) {
      for (const made of Object.values(bundle)) if (made.type === 'chunk') made.code = oneByte(made.code);
    },
  };
}
