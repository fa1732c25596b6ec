import sax, { type QualifiedAttribute, type QualifiedTag, type SAXOptions } from 'sax';
import { messageOf } from '#lib/platform/errors/error-message.ts';
import { isAllowedElement, safeAttribute, safeLink } from '#lib/platform/svg/svg-rules.ts';
import { type StyleRule, safeDeclarations, safeStyle } from '#lib/platform/svg/svg-style.ts';

export interface SvgElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: SvgElement[];
  text: string;
}

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
const XLINK_NAMESPACE = 'http://www.w3.org/1999/xlink';
/** `strictEntities`, which is missing in the types, allows only XML's five predefined entities. */
const STRICT_OPTIONS: SAXOptions & { strictEntities: true } = { xmlns: true, position: true, strictEntities: true };
const MAX_ELEMENTS = 2_000;
const MAX_DEPTH = 40;

/** Returns the allowed elements of an SVG, and its style rules. Throws an Error with the line of the first problem. */
export function svgTree(text: string): { root: SvgElement; rules: StyleRule[] } {
  // The parser does not expand entities that a document defines.
  const parser = sax.parser(true, STRICT_OPTIONS);
  const builder = new TreeBuilder();
  const withLine = <T>(work: (part: T) => void) => {
    return (part: T) => {
      try {
        work(part);
      } catch (error) {
        throw new Error(`line ${parser.line + 1}: ${messageOf(error)}`);
      }
    };
  };
  parser.onerror = withLine((error: Error) => {
    throw new Error(`this is not XML: ${error.message.split('\n')[0]}`);
  });
  parser.ondoctype = withLine((doctype: string) => builder.doctype(doctype));
  parser.onopentag = withLine((tag) => builder.open(tag as QualifiedTag));
  parser.onclosetag = withLine(() => builder.close());
  parser.ontext = withLine((part: string) => builder.text(part));
  parser.oncdata = withLine((part: string) => builder.text(part));
  parser.write(text).close();
  if (!builder.root) throw new Error('this is not an SVG');
  return { root: builder.root, rules: builder.rules };
}

class TreeBuilder {
  root: SvgElement | undefined;
  readonly rules: StyleRule[] = [];
  /** The elements that are open. Undefined stands for an element that is left out with its contents. */
  readonly #openElements: (SvgElement | undefined)[] = [];
  #elementCount = 0;

  doctype(doctype: string): void {
    if (doctype.includes('[')) throw new Error('it defines entities of its own (<!ENTITY …>); save it as plain SVG');
  }

  open({ local, uri, attributes }: QualifiedTag): void {
    const parent = this.#openElements.at(-1);
    const isRoot = this.#openElements.length === 0;
    if (isRoot && local !== 'svg') throw new Error(`this is not an SVG but <${local}>`);
    if (this.#openElements.length >= MAX_DEPTH) throw new Error(`elements are nested more than ${MAX_DEPTH} deep`);
    if (++this.#elementCount > MAX_ELEMENTS) throw new Error(`the drawing has more than ${MAX_ELEMENTS} elements`);
    const isForeign = uri !== SVG_NAMESPACE && uri !== '';
    if ((!isRoot && !parent) || isForeign || !isAllowedElement(local)) {
      this.#openElements.push(undefined);
      return;
    }
    if (!isRoot && local === 'svg') throw new Error('<svg>: is inside another <svg>');
    const element = { name: local, attributes: safeAttributes(Object.values(attributes)), children: [], text: '' };
    if (parent) parent.children.push(element);
    else this.root = element;
    this.#openElements.push(element);
  }

  close(): void {
    const element = this.#openElements.pop();
    if (element?.name !== 'style') return;
    const { text, rules } = safeStyle(element.text);
    element.text = text;
    this.rules.push(...rules);
  }

  text(part: string): void {
    const element = this.#openElements.at(-1);
    if (element?.name === 'style') element.text += part;
  }
}

function safeAttributes(attributes: readonly QualifiedAttribute[]): Map<string, string> {
  const result = new Map<string, string>();
  for (const { local, uri, prefix, value } of attributes) {
    if (local === 'href' && (uri === XLINK_NAMESPACE || prefix === '')) result.set('xlink:href', safeLink(value));
    else if (prefix !== '') continue;
    else if (local === 'style') result.set('style', safeDeclarations(value));
    else {
      const safeValue = safeAttribute(local, value);
      if (safeValue !== undefined) result.set(local, safeValue);
    }
  }
  return result;
}
