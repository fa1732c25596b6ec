import { referencesIn } from '#lib/platform/svg/svg-rules.ts';
import type { StyleRule } from '#lib/platform/svg/svg-style.ts';
import { type SvgElement, svgTree } from '#lib/platform/svg/svg-tree.server.ts';

const MAX_INPUT_BYTES = 500_000;
/** A low limit, because every page contains the logo. */
const MAX_OUTPUT_BYTES = 30_000;
const MAX_RENDERED_ELEMENTS = 20_000;
const MAX_EDGE_PX = 1_000;
const MAX_ASPECT_RATIO = 12;

/** Rebuilds an SVG from its allowed parts. Idempotent. Throws an Error, with a message for the owner, for a bad SVG. */
export function safeSvg(bytes: Buffer): string {
  if (bytes.length > MAX_INPUT_BYTES) throw new Error(`the drawing is larger than ${MAX_INPUT_BYTES / 1_000} kB`);
  const { root, rules } = svgTree(decodedText(bytes));
  if (countRenderedElements(root, rules) > MAX_RENDERED_ELEMENTS)
    throw new Error('parts of the drawing refer to each other too often');
  const box = boxOf(root);
  const text = serialized({ ...root, attributes: rootAttributes(root, box) });
  if (Buffer.byteLength(text) > MAX_OUTPUT_BYTES)
    throw new Error(`the drawing is larger than ${MAX_OUTPUT_BYTES / 1_000} kB`);
  return text;
}

function decodedText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // The only possible error is invalid UTF-8.
    throw new Error('the file is not in UTF-8; save it as UTF-8');
  }
}

interface Box {
  viewBox: string;
  width: number;
  height: number;
}

function boxOf({ attributes }: SvgElement): Box {
  const viewBoxParts = attributes.get('viewBox')?.split(/[\s,]+/) ?? [];
  const pixels = (name: string) => attributes.get(name)?.replace(/px$/, '') ?? '';
  const parts = viewBoxParts.length === 4 ? viewBoxParts : ['0', '0', pixels('width'), pixels('height')];
  const [, , width = 0, height = 0] = parts.map(Number);
  if (!parts.map(Number).every(Number.isFinite) || !(width > 0) || !(height > 0)) {
    throw new Error('the size of the drawing is missing: viewBox="0 0 width height" is required in <svg>');
  }
  const isTooLong = Math.max(width / height, height / width) > MAX_ASPECT_RATIO;
  if (isTooLong) throw new Error(`the drawing is more than ${MAX_ASPECT_RATIO} times as long as it is wide`);
  return { viewBox: parts.join(' '), width, height };
}

/** Returns the attributes of the root with a standard size, which pictures made from the SVG also have. */
function rootAttributes({ attributes }: SvgElement, { viewBox, width, height }: Box): Map<string, string> {
  const scale = MAX_EDGE_PX / Math.max(width, height);
  const size = (edge: number) => String(Math.round(edge * scale));
  const otherAttributes = [...attributes].filter(([name]) => !['viewBox', 'width', 'height', 'x', 'y'].includes(name));
  return new Map([
    ['xmlns', 'http://www.w3.org/2000/svg'],
    ['xmlns:xlink', 'http://www.w3.org/1999/xlink'],
    ['viewBox', viewBox],
    ['width', size(width)],
    ['height', size(height)],
    ...otherAttributes,
  ]);
}

function serialized({ name, attributes, children, text }: SvgElement): string {
  const attributeText = [...attributes].map(([key, value]) => ` ${key}="${escapedText(value)}"`).join('');
  const inside = name === 'style' ? escapedText(text) : children.map(serialized).join('');
  return inside === '' ? `<${name}${attributeText}/>` : `<${name}${attributeText}>${inside}</${name}>`;
}

function escapedText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/**
 * Returns the number of elements that are drawn when all references are followed. Nested references multiply this
 * number, and a cycle makes it infinite.
 */
function countRenderedElements(root: SvgElement, rules: readonly StyleRule[]): number {
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
