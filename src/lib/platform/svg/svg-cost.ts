import { namedIn } from '#lib/platform/svg/svg-rules.ts';
import type { StyleRule } from '#lib/platform/svg/svg-style.ts';

interface Drawn {
  attributes: ReadonlyMap<string, string>;
  children: readonly Drawn[];
}

/** Each that names another draws it too: ten that draw ten that draw ten are 1,000; in a circle, infinitely many. */
export function renderedElements(root: Drawn, rules: readonly StyleRule[]): number {
  const byId = new Map<string, Drawn>();
  const note = (element: Drawn) => {
    const id = element.attributes.get('id');
    if (id !== undefined) byId.set(id, element);
    element.children.forEach(note);
  };
  note(root);
  const known = new Map<Drawn, number>();
  const costOf = (element: Drawn): number => {
    const before = known.get(element);
    if (before !== undefined) return before;
    // Until it is counted; whoever comes back to it has gone round.
    known.set(element, Number.POSITIVE_INFINITY);
    const named = namedBy(element, rules).flatMap((id) => byId.get(id) ?? []);
    const cost = [...element.children, ...named].reduce((sum, one) => sum + costOf(one), 1);
    known.set(element, cost);
    return cost;
  };
  return costOf(root);
}

function namedBy({ attributes }: Drawn, rules: readonly StyleRule[]): string[] {
  const own = [...attributes.values()].flatMap(namedIn);
  const link = attributes.get('xlink:href');
  const classes = attributes.get('class')?.split(/\s+/) ?? [];
  const touching = rules.filter((rule) => rule.classes?.some((one) => classes.includes(one)) ?? true);
  return [...own, ...(link ? [link.slice(1)] : []), ...touching.flatMap(({ named }) => named)];
}
