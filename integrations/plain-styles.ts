import type { CSSOptions } from 'vite';

type PostcssOptions = Exclude<CSSOptions['postcss'], string | undefined>;
type PostcssPlugin = NonNullable<PostcssOptions['plugins']>[number];

/** The values of custom properties in rules that do not set these properties. */
const INITIAL_VALUES: Record<string, string> = {
  '--tw-border-style': 'solid',
  '--tw-content': '""',
  '--tw-space-y-reverse': '0',
};
/** The custom properties whose references are replaced by values. */
const RESOLVED_PROPERTIES =
  /^--tw-(border-style|content|duration|ease|font-weight|leading|numeric-\w+|ordinal|outline-style|slashed-zero|space-y-reverse|tracking)$/;
/** Matches a reference to a custom property. The fallback may contain parentheses nested two deep. */
const REFERENCE = /var\(\s*(--tw-[\w-]+)\s*(?:,((?:[^()]|\((?:[^()]|\([^()]*\))*\))*))?\)/g;

/**
 * Replaces references to custom properties with values, which saves 300 bytes (brotli) in every page. Tailwind combines
 * classes, for example for a border's style and width, through custom properties. No element of this shop combines the
 * properties in `RESOLVED_PROPERTIES`, and every page inlines its styles.
 */
export function plainStyles(): PostcssPlugin {
  return {
    postcssPlugin: 'plain-styles',
    OnceExit(root) {
      root.walkAtRules('property', (rule) => {
        if (RESOLVED_PROPERTIES.test(rule.params)) rule.remove();
      });
      // This layer sets the initial values for browsers without `@property`.
      root.walkAtRules('layer', (layer) => {
        if (layer.params === 'properties')
          layer.walkDecls(RESOLVED_PROPERTIES, (declaration) => void declaration.remove());
      });
      root.walkRules((rule) => {
        const propertyValues: Record<string, string> = { ...INITIAL_VALUES };
        const declarations = (rule.nodes ?? []).filter((node) => node.type === 'decl');
        for (const declaration of declarations)
          if (RESOLVED_PROPERTIES.test(declaration.prop)) propertyValues[declaration.prop] = declaration.value;
        for (const declaration of declarations) {
          if (RESOLVED_PROPERTIES.test(declaration.prop)) declaration.remove();
          else declaration.value = withoutReferences(declaration.value, propertyValues);
        }
      });
    },
  };
}

function withoutReferences(value: string, propertyValues: Readonly<Record<string, string>>): string {
  if (!value.includes('--tw-')) return value;
  const resolved = value.replace(REFERENCE, (reference, name: string, fallback?: string) =>
    RESOLVED_PROPERTIES.test(name) ? (propertyValues[name] ?? fallback ?? '') : reference,
  );
  return resolved.replace(/\s+/g, ' ').trim();
}
