import type { Plugin } from 'vite';

const WIDE = /\\[\s\S]|[\u0100-\uffff]/g;

/** A single character outside Latin-1 makes V8 store the whole source with two bytes per character. */
export function oneByte(code: string): string {
  return code.replace(WIDE, (found) => {
    const letter = found.at(-1) ?? '';
    return letter > '\xff' ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}` : found;
  });
}

/** Only for server code: the escapes would make browser files larger. */
export function oneByteServer(): Plugin {
  return {
    name: 'one-byte-server',
    applyToEnvironment: ({ name }) => name !== 'client',
    generateBundle(_options, bundle) {
      for (const made of Object.values(bundle)) if (made.type === 'chunk') made.code = oneByte(made.code);
    },
  };
}
