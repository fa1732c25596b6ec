import { referencesIn } from '#lib/platform/svg/svg-rules.ts';
import type { StyleRule } from '#lib/platform/svg/svg-style.ts';
import type { SvgElement } from '#lib/platform/svg/svg-tree.server.ts';

/**
 * Returns the number of elements that are drawn when all references are followed. Nested references multiply this
 * number, and a cycle makes it infinite.
 */
export function countRenderedElements(root: SvgElement, rules: readonly StyleRule[]): number {
  const elementsById = new Map<string, SvgElement>();
  const indexElement = (element: SvgElement) => {
    const id = element.attributes.get('id');
    if (id !== undefined) elementsById.set(id, element);
    element.children.forEach(indexElement);
  };
  indexElement(root);
  const counts = new Map<SvgElement, number>();
  const countOf = (element: SvgElement): number => {
    const knownCount = counts.get(element);
    if (knownCount !== undefined) return knownCount;
    // Marks the element while it is being counted, to detect a cycle.
    counts.set(element, Number.POSITIVE_INFINITY);
    const targets = referencesOf(element, rules).flatMap((id) => elementsById.get(id) ?? []);
    const count = [...element.children, ...targets].reduce((sum, target) => sum + countOf(target), 1);
    counts.set(element, count);
    return count;
  };
  return countOf(root);
}

function referencesOf({ attributes }: SvgElement, rules: readonly StyleRule[]): string[] {
  const ownReferences = [...attributes.values()].flatMap(referencesIn);
  const link = attributes.get('xlink:href');
  const classes = attributes.get('class')?.split(/\s+/) ?? [];
  const matchingRules = rules.filter((rule) => rule.classes?.some((name) => classes.includes(name)) ?? true);
  return [...ownReferences, ...(link ? [link.slice(1)] : []), ...matchingRules.flatMap(({ references }) => references)];
}
