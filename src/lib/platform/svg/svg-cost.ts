import { referencesIn } from '#lib/platform/svg/svg-rules.ts';
import type { StyleRule } from '#lib/platform/svg/svg-style.ts';

interface SvgNode {
  attributes: ReadonlyMap<string, string>;
  children: readonly SvgNode[];
}

/**
 * The number of elements drawn when all references are followed; infinite for a cycle. Nested references multiply it.
 */
export function renderedElements(root: SvgNode, rules: readonly StyleRule[]): number {
  const byId = new Map<string, SvgNode>();
  const index = (element: SvgNode) => {
    const id = element.attributes.get('id');
    if (id !== undefined) byId.set(id, element);
    element.children.forEach(index);
  };
  index(root);
  const costs = new Map<SvgNode, number>();
  const costOf = (element: SvgNode): number => {
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

function referencesOf({ attributes }: SvgNode, rules: readonly StyleRule[]): string[] {
  const own = [...attributes.values()].flatMap(referencesIn);
  const link = attributes.get('xlink:href');
  const classes = attributes.get('class')?.split(/\s+/) ?? [];
  const matching = rules.filter((rule) => rule.classes?.some((name) => classes.includes(name)) ?? true);
  return [...own, ...(link ? [link.slice(1)] : []), ...matching.flatMap(({ references }) => references)];
}
