import type { CSSOptions } from 'vite';

type PostcssOptions = Exclude<CSSOptions['postcss'], string | undefined>;
type PostcssPlugin = NonNullable<PostcssOptions['plugins']>[number];

/** Where no class of the same rule says another. */
const INITIAL: Record<string, string> = {
  '--tw-border-style': 'solid',
  '--tw-content': '""',
  '--tw-space-y-reverse': '0',
};
const SETTLED =
  /^--tw-(border-style|content|duration|ease|font-weight|leading|numeric-\w+|ordinal|outline-style|slashed-zero|space-y-reverse|tracking)$/;
/** With parentheses two deep in what it falls back to. */
const REFERENCE = /var\(\s*(--tw-[\w-]+)\s*(?:,((?:[^()]|\((?:[^()]|\([^()]*\))*\))*))?\)/g;

/**
 * Tailwind lets classes meet in custom properties, such as a border's style from one and its width from another. Of those
 * named above no element of this shop takes two, and every page has them inline: written out, they are 300 bytes less of
 * brotli.
 */
export function plainStyles(): PostcssPlugin {
  return {
    postcssPlugin: 'plain-styles',
    OnceExit(root) {
      root.walkAtRules('property', (rule) => {
        if (SETTLED.test(rule.params)) rule.remove();
      });
      // For browsers without `@property`.
      root.walkAtRules('layer', (layer) => {
        if (layer.params === 'properties') layer.walkDecls(SETTLED, (declaration) => void declaration.remove());
      });
      root.walkRules((rule) => {
        const said: Record<string, string> = { ...INITIAL };
        const own = (rule.nodes ?? []).filter((node) => node.type === 'decl');
        for (const declaration of own) if (SETTLED.test(declaration.prop)) said[declaration.prop] = declaration.value;
        for (const declaration of own) {
          if (SETTLED.test(declaration.prop)) declaration.remove();
          else declaration.value = writtenOut(declaration.value, said);
        }
      });
    },
  };
}

function writtenOut(value: string, said: Readonly<Record<string, string>>): string {
  if (!value.includes('--tw-')) return value;
  const out = value.replace(REFERENCE, (reference, name: string, fallback?: string) =>
    SETTLED.test(name) ? (said[name] ?? fallback ?? '') : reference,
  );
  return out.replace(/\s+/g, ' ').trim();
}
