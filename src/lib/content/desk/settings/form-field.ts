/** A field of a form for a structured document. Forms are made from the document's schema (schema-form.server.ts). */
export type FormField = FormLeaf | FormGroup | FormRows;

interface Named {
  /** The key in the object that contains it. */
  name: string;
  label: string;
  help: string;
}

export type LeafKind =
  | 'text'
  | 'paragraph'
  | 'number'
  /** Stored in paise. */
  | 'rupees'
  /** Stored in basis points. */
  | 'percent'
  | 'color'
  | 'picture'
  /** A list of font files, one on each line. */
  | 'fonts'
  | 'date'
  | 'yes-no'
  | 'choice'
  /** A list with one entry on each line. */
  | 'lines'
  /** A list with commas between its entries. */
  | 'commas'
  /** A number, a range such as 80–84, or words. */
  | 'measure'
  /** The name of a row that is stored by its name. */
  | 'name'
  /** Identifies a row, and is not shown. */
  | 'key';

export interface FormLeaf extends Named {
  kind: LeafKind;
  /** The value of an empty field. */
  ifEmpty: 'text' | 'null' | 'nothing';
  /** The default of a field that a document may lack. */
  defaultValue?: unknown;
  maxLength?: number | undefined;
  /** The options of a choice. */
  options?: readonly string[];
  /** Whether the entries of a list are numbers. */
  hasNumbers?: boolean;
  /** The text that is entered for an empty entry. */
  emptyEntry?: string | undefined;
}

export interface FormGroup extends Named {
  kind: 'group';
  fields: readonly FormField[];
  /** Whether it is stored as a list of a fixed length. */
  isTuple: boolean;
  /** Whether a stored field that the form does not have is dropped. */
  isExact?: boolean;
}

export interface FormRows extends Named {
  kind: 'rows';
  row: FormGroup;
  max: number;
  /**
   * As a list of objects, as a list of plain values (the row has the field `value`), or as an object by the names of
   * the rows (`name` and `value`).
   */
  stored: 'objects' | 'values' | 'names';
  /** The name of the list that defines the fields of each row, as the columns of a table do. */
  columns?: string | undefined;
}

/** The contents of a form: a text for each leaf. */
export type FormTree = string | FormTree[] | { [name: string]: FormTree };

/** The label and help that replace a field's name and its description in the schema. */
export interface FieldWords {
  label?: string;
  help?: string;
  kind?: LeafKind;
  emptyEntry?: string;
  /** For a list of texts: gives each text a row, with this label. */
  rows?: string;
  /** For the rows of a table: the name of the list with its columns. */
  columns?: string;
}

/** The name of a form field, such as `zones.0.name`; also the field of a problem. */
export function fieldPath(parent: string, name: string | number): string {
  return parent === '' ? String(name) : `${parent}.${name}`;
}

/** The name of the field with the number of rows of a list. */
export function countPath(path: string): string {
  return fieldPath(path, 'rows');
}

export function partOf(value: unknown, name: string | number): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[name] : undefined;
}

export function treePart(tree: FormTree | undefined, name: string | number): FormTree | undefined {
  return partOf(tree, name) as FormTree | undefined;
}
