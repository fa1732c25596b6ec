import { namedIn } from '#lib/platform/svg/svg-rules.ts';
import type { StyleRule } from '#lib/platform/svg/svg-style.ts';

interface SvgElement {
  attributes: ReadonlyMap<string, string>;
  children: readonly SvgElement[];
}

/** Each reference draws its target too: ten that draw ten that draw ten are 1,000; a cycle is infinite. */
export function renderedElements(root: SvgElement, rules: readonly StyleRule[]): number {
  const byId = new Map<string, SvgElement>();
  const note = (element: SvgElement) => {
    const id = element.attributes.get('id');
    if (id !== undefined) byId.set(id, element);
    element.children.forEach(note);
  };
  note(root);
  const known = new Map<SvgElement, number>();
  const costOf = (element: SvgElement): number => {
    const before = known.get(element);
    if (before !== undefined) return before;
    // Marks an element while it is counted, to detect a cycle.
    known.set(element, Number.POSITIVE_INFINITY);
    const named = namedBy(element, rules).flatMap((id) => byId.get(id) ?? []);
    const cost = [...element.children, ...named].reduce((sum, one) => sum + costOf(one), 1);
    known.set(element, cost);
    return cost;
  };
  return costOf(root);
}

function namedBy({ attributes }: SvgElement, rules: readonly StyleRule[]): string[] {
  const own = [...attributes.values()].flatMap(namedIn);
  const link = attributes.get('xlink:href');
  const classes = attributes.get('class')?.split(/\s+/) ?? [];
  const touching = rules.filter((rule) => rule.classes?.some((one) => classes.includes(one)) ?? true);
  return [...own, ...(link ? [link.slice(1)] : []), ...touching.flatMap(({ named }) => named)];
}
