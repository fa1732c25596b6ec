import { ARTICLES, FAQ_CATEGORIES, POLICIES } from '#lib/content/content/texts/texts.schema.ts';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';

/** The folders of texts, in the order in which the admin shows them. */
export const TEXT_FOLDERS = ['blog', 'faq', 'policies'] as const;
export type TextFolder = (typeof TEXT_FOLDERS)[number];

export interface TextField {
  name: string;
  label: string;
  /** The kind of input: `words` are separated by commas. */
  input: 'line' | 'paragraph' | 'day' | 'time' | 'number' | 'words' | 'picture' | 'body';
  isOptional?: true;
  /** Replaces the description in the schema, which is about files. */
  hint?: string;
}

interface TextKind {
  document: ContentDocument<unknown>;
  heading: string;
  /** The noun for one text, for headings and buttons. */
  noun: string;
  /** The field with the title, which lists show. */
  titleField: string;
  fields: readonly TextField[];
}

const BODY: TextField = { name: 'body', label: 'Text', input: 'body', hint: 'In Markdown: ## begins a heading.' };

export const TEXT_KINDS: Readonly<Record<TextFolder, TextKind>> = {
  blog: {
    document: ARTICLES,
    heading: 'Journal',
    noun: 'article',
    titleField: 'title',
    fields: [
      { name: 'title', label: 'Title', input: 'line' },
      { name: 'description', label: 'Description', input: 'paragraph' },
      BODY,
      { name: 'date', label: 'Date', input: 'day' },
      {
        name: 'publishAt',
        label: 'Publish at',
        input: 'time',
        isOptional: true,
        hint: 'In Indian time. Leave empty to publish immediately.',
      },
      { name: 'updated', label: 'Revised', input: 'day', isOptional: true },
      { name: 'tags', label: 'Tags', input: 'words' },
      { name: 'image', label: 'Picture', input: 'picture' },
      { name: 'imageAlt', label: 'Description of the picture', input: 'line' },
      { name: 'products', label: 'Products', input: 'words', isOptional: true },
    ],
  },
  faq: {
    document: FAQ_CATEGORIES,
    heading: 'Questions',
    noun: 'category',
    titleField: 'name',
    fields: [
      { name: 'name', label: 'Name', input: 'line' },
      { name: 'slug', label: 'Name in the address', input: 'line' },
      { name: 'order', label: 'Position', input: 'number' },
      { ...BODY, hint: 'In Markdown: each line that begins with ## is a question, with its answer below.' },
    ],
  },
  policies: {
    document: POLICIES,
    heading: 'Policies',
    noun: 'policy',
    titleField: 'title',
    fields: [
      { name: 'title', label: 'Title', input: 'line' },
      { name: 'description', label: 'Description', input: 'paragraph' },
      { name: 'updated', label: 'In force since', input: 'day' },
      BODY,
    ],
  },
};

/** The field names of all forms. */
export const TEXT_FIELD_NAMES: readonly string[] = [
  ...new Set(TEXT_FOLDERS.flatMap((folder) => TEXT_KINDS[folder].fields.map(({ name }) => name))),
];

export function isTextFolder(folder: string | undefined): folder is TextFolder {
  return (TEXT_FOLDERS as readonly (string | undefined)[]).includes(folder);
}

/** Returns the path of the page on which shoppers read a text. */
export function publicPath(folder: TextFolder, file: string, fields: Readonly<Record<string, string>>): string {
  if (folder === 'blog') return `/blogs/${file}`;
  return folder === 'faq' ? `/faq#${fields.slug ?? ''}` : `/${file}`;
}
