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
  /** The stored value of an empty field; `omitted` if it is not stored. */
  emptyValue: 'empty text' | 'null' | 'omitted';
  /** The default of a field that a document may lack. */
  defaultValue?: unknown;
  maxLength?: number | undefined;
  /** The options of a choice. */
  options?: readonly string[];
  /** Whether the entries of a list are numbers. */
  hasNumbers?: boolean;
  /** For a list: the text that stands for an empty entry. */
  emptyEntry?: string | undefined;
}

export interface FormGroup extends Named {
  kind: 'group';
  fields: readonly FormField[];
  /** Whether it is stored as a list of a fixed length. */
  isTuple: boolean;
  /** Whether stored fields that the form does not have are dropped when it is saved. */
  dropsOtherFields?: boolean;
}

export interface FormRows extends Named {
  kind: 'rows';
  row: FormGroup;
  max: number;
  /**
   * As a list of objects, as a list of plain values (the row has the field `value`), or as an object by the names of
   * the rows (`name` and `value`).
   */
  storedAs: 'objects' | 'values' | 'names';
  /** For a table: the name of the field with its columns, which are the fields of each row. */
  columnsField?: string | undefined;
}

/** The contents of a form: a text for each leaf. */
export type FormTree = string | FormTree[] | { [name: string]: FormTree };

/** What replaces the parts of a field that a form takes from the schema. */
export interface FieldOverrides {
  /** Otherwise the name of the field. */
  label?: string;
  /** Otherwise its description in the schema. */
  help?: string;
  kind?: LeafKind;
  emptyEntry?: string;
  /** For a list of texts: each has its own row, with this label, instead of a line of one field. */
  rowLabel?: string;
  /** For the rows of a table: the name of the field with its columns. */
  columnsField?: string;
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
