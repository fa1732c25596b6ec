/** The elements that an SVG may contain. Elements that are neither allowed nor ignored are rejected. */
const ALLOWED_ELEMENTS = new Set([
  ...['svg', 'g', 'path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'defs', 'symbol', 'use', 'style'],
  ...['linearGradient', 'radialGradient', 'stop', 'clipPath', 'mask'],
]);
/** Elements that are left out, because their absence is not visible. */
const IGNORED_ELEMENTS = new Set(['metadata', 'title', 'desc']);
const TEXT_MESSAGE = 'letters must be converted to paths (outlines), because phones do not have their font';
const REASONS_FOR_REJECTION: Readonly<Record<string, string>> = {
  script: 'a drawing can’t contain a script',
  foreignObject: 'a drawing can’t contain another document',
  image: 'a drawing can’t contain a picture; import the picture itself',
  text: TEXT_MESSAGE,
  tspan: TEXT_MESSAGE,
};

/** Returns true for an allowed element, and false for one that is left out. Throws an Error if it is rejected. */
export function isAllowedElement(element: string): boolean {
  if (ALLOWED_ELEMENTS.has(element)) return true;
  if (IGNORED_ELEMENTS.has(element)) return false;
  throw new Error(
    `<${element}>: ${REASONS_FOR_REJECTION[element] ?? `is not allowed here; allowed are ${[...ALLOWED_ELEMENTS].join(', ')}`}`,
  );
}

const COORDINATE = /^(?:d|points|[xy][12]?|c[xy]|r[xy]?|f[xyr]|width|height)$/;
const OTHER_SHAPE_ATTRIBUTES = new Set([
  ...['transform', 'viewBox', 'preserveAspectRatio', 'offset', 'gradientUnits', 'gradientTransform', 'spreadMethod'],
  ...['clipPathUnits', 'maskUnits', 'maskContentUnits', 'id', 'class'],
]);
const PAINT_PROPERTIES = new Set([
  ...['fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin'],
  ...['stroke-miterlimit', 'stroke-opacity', 'opacity', 'clip-path', 'clip-rule', 'mask', 'stop-color', 'stop-opacity'],
  ...['color', 'display', 'visibility', 'vector-effect', 'paint-order', 'shape-rendering', 'color-interpolation'],
]);
/** Properties that are too expensive for a phone, or without which the SVG would look different. */
const REJECTED_PROPERTIES = new Set([
  ...['filter', 'stroke-dasharray', 'marker', 'marker-start', 'marker-mid', 'marker-end', 'mask-image', 'background'],
]);

/** Returns the sanitised value, or undefined if the attribute must be left out. Throws an Error if it is rejected. */
export function safeAttribute(name: string, value: string): string | undefined {
  if (/^on/i.test(name)) throw new Error(`${name}: a drawing can’t contain a script`);
  const isOfShape = COORDINATE.test(name) || OTHER_SHAPE_ATTRIBUTES.has(name);
  return isOfShape ? plainValue(name, value) : safeProperty(name, value);
}

/** Returns a property's sanitised value, or undefined if it must be left out. Throws an Error if it is rejected. */
export function safeProperty(name: string, value: string): string | undefined {
  if (REJECTED_PROPERTIES.has(name) && value.trim() !== 'none') throw new Error(`${name}: is not allowed in a logo`);
  return PAINT_PROPERTIES.has(name) ? plainValue(name, value) : undefined;
}

const LOCAL_REFERENCE = /\burl\(\s*["']?#([\w.:-]+)["']?\s*\)/g;
const ALLOWED_FUNCTION = /^(?:rgba?|hsla?|matrix|translate|scale|rotate|skew[XY])$/;
const PLAIN_VALUE = /^[\w\s.,:%#+()-]*$/;

function plainValue(name: string, value: string): string {
  const valueWithoutReferences = value.replace(LOCAL_REFERENCE, '');
  const textsBeforeCalls = valueWithoutReferences.split('(').slice(0, -1);
  const calledFunctions = textsBeforeCalls.map((part) => part.split(/[^\w-]/).at(-1) ?? '');
  if (calledFunctions.includes('url')) throw new Error(`${name}: points outside of the file`);
  if (!PLAIN_VALUE.test(valueWithoutReferences) || !calledFunctions.every((called) => ALLOWED_FUNCTION.test(called)))
    throw new Error(`${name}: "${value}" is not allowed`);
  return value.replace(LOCAL_REFERENCE, 'url(#$1)').trim();
}

/** Returns a link within the SVG. Throws an Error if the link leads out of the SVG. */
export function safeLink(value: string): string {
  const link = value.trim();
  if (!/^#[\w.:-]+$/.test(link)) throw new Error('href: points outside of the file');
  return link;
}

/** Returns the ids of the elements that a value such as `url(#id)` refers to. */
export function referencesIn(value: string): string[] {
  return [...value.matchAll(/url\(#([\w.:-]+)\)/g)].flatMap(([, id]) => id ?? []);
}
