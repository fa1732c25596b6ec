import { referencesIn } from '#lib/platform/svg/svg-rules.ts';
import type { StyleRule } from '#lib/platform/svg/svg-style.ts';

interface SvgElement {
  attributes: ReadonlyMap<string, string>;
  children: readonly SvgElement[];
}

/** Elements drawn when all references are followed: nested references multiply, and a cycle is infinite. */
export function renderedElements(root: SvgElement, rules: readonly StyleRule[]): number {
  const byId = new Map<string, SvgElement>();
  const index = (element: SvgElement) => {
    const id = element.attributes.get('id');
    if (id !== undefined) byId.set(id, element);
    element.children.forEach(index);
  };
  index(root);
  const costs = new Map<SvgElement, number>();
  const costOf = (element: SvgElement): number => {
    const known = costs.get(element);
    if (known !== undefined) return known;
    // Marks the element while it is being counted, to detect a cycle.
    costs.set(element, Number.POSITIVE_INFINITY);
    const targets = referencesOf(element, rules).flatMap((id) => byId.get(id) ?? []);
    const cost = [...element.children, ...targets].reduce((sum, target) => sum + costOf(target), 1);
    costs.set(element, cost);
    return cost;
  };
  return costOf(root);
}

function referencesOf({ attributes }: SvgElement, rules: readonly StyleRule[]): string[] {
  const own = [...attributes.values()].flatMap(referencesIn);
  const link = attributes.get('xlink:href');
  const classes = attributes.get('class')?.split(/\s+/) ?? [];
  const matching = rules.filter((rule) => rule.classes?.some((name) => classes.includes(name)) ?? true);
  return [...own, ...(link ? [link.slice(1)] : []), ...matching.flatMap(({ references }) => references)];
}
