import { renderedElements } from '#lib/platform/svg/svg-cost.ts';
import { type SvgElement, svgTree } from '#lib/platform/svg/svg-tree.server.ts';

const MAX_INPUT_BYTES = 500_000;
/** A low limit, because every page contains the logo. */
const MAX_OUTPUT_BYTES = 30_000;
const MAX_RENDERED_ELEMENTS = 20_000;
const MAX_EDGE = 1_000;
const MAX_ASPECT_RATIO = 12;

/** Rebuilds an SVG from its allowed parts. Idempotent. If that fails, throws an Error with a message for the owner. */
export function safeSvg(bytes: Buffer): string {
  if (bytes.length > MAX_INPUT_BYTES) throw new Error(`the drawing is larger than ${MAX_INPUT_BYTES / 1_000} kB`);
  const { root, rules } = svgTree(decodedText(bytes));
  if (renderedElements(root, rules) > MAX_RENDERED_ELEMENTS)
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
  text: string;
  width: number;
  height: number;
}

function boxOf({ attributes }: SvgElement): Box {
  const viewBox = attributes.get('viewBox')?.split(/[\s,]+/) ?? [];
  const pixels = (name: string) => attributes.get(name)?.replace(/px$/, '') ?? '';
  const parts = viewBox.length === 4 ? viewBox : ['0', '0', pixels('width'), pixels('height')];
  const [, , width = 0, height = 0] = parts.map(Number);
  if (!parts.map(Number).every(Number.isFinite) || !(width > 0) || !(height > 0)) {
    throw new Error('the size of the drawing is missing: viewBox="0 0 width height" is required in <svg>');
  }
  const isLong = Math.max(width / height, height / width) > MAX_ASPECT_RATIO;
  if (isLong) throw new Error(`the drawing is more than ${MAX_ASPECT_RATIO} times as long as it is wide`);
  return { text: parts.join(' '), width, height };
}

/** Returns the attributes of the root with a standard size: pictures that are made from the drawing have its size. */
function rootAttributes({ attributes }: SvgElement, { text, width, height }: Box): Map<string, string> {
  const scale = MAX_EDGE / Math.max(width, height);
  const size = (edge: number) => String(Math.round(edge * scale));
  const otherAttributes = [...attributes].filter(([name]) => !['viewBox', 'width', 'height', 'x', 'y'].includes(name));
  return new Map([
    ['xmlns', 'http://www.w3.org/2000/svg'],
    ['xmlns:xlink', 'http://www.w3.org/1999/xlink'],
    ['viewBox', text],
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
