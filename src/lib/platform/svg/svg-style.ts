import { referencesIn, safeProperty } from '#lib/platform/svg/svg-rules.ts';

export interface StyleRule {
  /** The rule applies to elements with one of these classes. Undefined if the rule may apply to any element. */
  classes: readonly string[] | undefined;
  /** Ids of the elements that the rule refers to. */
  references: readonly string[];
}

/** Returns the allowed part of a style such as `fill:red;stroke:none`. Throws an Error if a property is rejected. */
export function safeDeclarations(text: string): string {
  const declarations = text.split(';').flatMap((declaration) => {
    const colon = declaration.indexOf(':');
    if (colon === -1) return [];
    const name = declaration.slice(0, colon).trim().toLowerCase();
    const value = safeProperty(name, declaration.slice(colon + 1));
    return value === undefined ? [] : [`${name}:${value}`];
  });
  return declarations.join(';');
}

/** Sanitises a style sheet. Throws an Error if it contains nested braces, at-rules, or a rejected property. */
export function safeStyle(css: string): { text: string; rules: StyleRule[] } {
  const rules: StyleRule[] = [];
  const texts: string[] = [];
  for (const part of withoutComments(css).split('}')) {
    if (part.trim() === '') continue;
    const [selector = '', declarations, ...more] = part.split('{');
    if (declarations === undefined || more.length > 0) throw new Error('<style>: contains more than plain rules');
    if (!/^[\w\s.#,*>-]+$/.test(selector)) throw new Error(`<style>: "${selector.trim()}" is not allowed`);
    const safeText = safeDeclarations(declarations);
    if (safeText === '') continue;
    const lastClasses = selector.split(',').map((simpleSelector) => /\.([\w-]+)\s*$/.exec(simpleSelector)?.[1]);
    const classes = lastClasses.every((name) => name !== undefined) ? lastClasses : undefined;
    rules.push({ classes, references: referencesIn(safeText) });
    texts.push(`${selector.trim().replaceAll(/\s+/g, ' ')}{${safeText}}`);
  }
  return { text: texts.join(''), rules };
}

function withoutComments(css: string): string {
  const [firstPart = '', ...otherParts] = css.split('/*');
  return firstPart + otherParts.map((part) => part.slice(part.indexOf('*/') + 2)).join('');
}
