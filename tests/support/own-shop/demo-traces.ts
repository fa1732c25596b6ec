import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../project-root.ts';
import type { Heard } from './heard.ts';

const NAME = 'taana';
const FEWEST_LETTERS = 7;
/** Words of the demo's documents that any shop may say. */
const ANYONES = /^(?:instagram|facebook|youtube|Instagram|Facebook|YouTube|Telangana|Grievance Officer|Mon-Sat)$/;
/** Names of drawings, of parts of the home page, of pictures and pages. */
const IDENTIFIERS = /^[a-z-]+$|^(?:banners|slides)?\//;
const STYLE = /<style\b[^>]*>.*?<\/style>/gs;
const OWN_STYLE = ':root:root{--color-';
const DOCUMENTS = ['settings', 'slides', 'look'];

export interface DemoTraces {
  /** The demo's texts in it. */
  in(heard: Heard): string[];
}

/** The demo's name, and all that its settings, slides, headings and colours say: an owner has words of their own for each. */
export function demoTraces(): DemoTraces {
  const texts = DOCUMENTS.flatMap((name) => textsIn(JSON.parse(shipped(`src/content/${name}.json`)))).filter(
    (text) => text.length >= FEWEST_LETTERS && !ANYONES.test(text) && !IDENTIFIERS.test(text),
  );
  const drawings = new Map(
    readdirSync(join(root, 'public'), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [hashOf(readFileSync(join(root, 'public', name))), name]),
  );
  return {
    in({ text, bytes }) {
      const drawing = bytes && drawings.get(hashOf(bytes));
      const said = text.includes(OWN_STYLE) ? text.replaceAll(STYLE, withoutShopStyle) : text;
      const copied = texts.filter((one) => said.includes(one));
      const name = text.toLowerCase().indexOf(NAME);
      const named = name < 0 ? [] : [text.slice(Math.max(0, name - 40), name + 40)];
      return [...named, ...copied, ...(drawing ? [`public/${drawing}`] : [])];
    },
  };
}

/** The shop's style sheet has the colours that ship under their names; a rule after it has the owner's. */
function withoutShopStyle(style: string): string {
  return style.includes('--color-veil:') ? '' : style;
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function shipped(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
