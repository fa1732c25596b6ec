import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../project-root.ts';
import type { Recording } from './recorded.ts';

const DEMO_NAME = 'taana';
const MIN_LETTERS = 7;
/** Words in the demo's documents that any shop may use. */
const COMMON_WORDS = /^(?:instagram|facebook|youtube|Instagram|Facebook|YouTube|Telangana|Grievance Officer|Mon-Sat)$/;
/** Names of drawings, parts of the home page, pictures and pages. */
const IDENTIFIERS = /^[a-z-]+$|^(?:banners|slides)?\//;
const STYLE = /<style\b[^>]*>.*?<\/style>/gs;
const OWNER_STYLE = ':root:root{--color-';
const DOCUMENTS = ['settings', 'slides', 'look'];

export interface DemoTraces {
  /** Finds the demo's name, texts and drawings in a response or an email. */
  findIn(recorded: Recording): string[];
}

/** Prepares a search for the demo's name, its drawings, and the texts of documents that the owner has replaced. */
export function demoTraces(): DemoTraces {
  const texts = DOCUMENTS.flatMap((name) => textsIn(JSON.parse(readSource(`src/content/${name}.json`)))).filter(
    (text) => text.length >= MIN_LETTERS && !COMMON_WORDS.test(text) && !IDENTIFIERS.test(text),
  );
  const drawings = new Map(
    readdirSync(join(root, 'public'), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [hashOf(readFileSync(join(root, 'public', name))), name]),
  );
  return {
    findIn({ text, bytes }) {
      const drawing = bytes && drawings.get(hashOf(bytes));
      const searchedText = text.includes(OWNER_STYLE) ? text.replaceAll(STYLE, withoutShopStyle) : text;
      const copiedTexts = texts.filter((demoText) => searchedText.includes(demoText));
      const nameIndex = text.toLowerCase().indexOf(DEMO_NAME);
      const excerpts = nameIndex < 0 ? [] : [text.slice(Math.max(0, nameIndex - 40), nameIndex + 40)];
      return [...excerpts, ...copiedTexts, ...(drawing ? [`public/${drawing}`] : [])];
    },
  };
}

/** Removes the shop's style sheet, because a later rule replaces its default colours with the owner's colours. */
function withoutShopStyle(style: string): string {
  return style.includes('--color-veil:') ? '' : style;
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function readSource(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
