/** A field of a form for a structured document. Forms are made from the document's schema (schema-form.server.ts). */
export type FormField = FormLeaf | FormGroup | FormRows;

interface FieldBase {
  /** The key of the field in the object that contains it. */
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
  /** The name of a row, if the rows are stored as a record. */
  | 'name'
  /** A value that identifies a row, and is not shown. */
  | 'key';

/** A field with a single input, in contrast to groups and rows. */
export interface FormLeaf extends FieldBase {
  kind: LeafKind;
  /** The stored value of an empty field; `omitted` if nothing is stored. */
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

export interface FormGroup extends FieldBase {
  kind: 'group';
  fields: readonly FormField[];
  /** Whether the group is stored as a list of a fixed length. */
  isTuple: boolean;
  /** Whether stored fields that the form does not have are dropped when the form is saved. */
  dropsOtherFields?: boolean;
}

export interface FormRows extends FieldBase {
  kind: 'rows';
  row: FormGroup;
  max: number;
  /**
   * Whether the rows are stored as a list of objects, as a list of plain values (a row has the field `value`), or as an
   * object by the names of the rows (`name` and `value`).
   */
  storedAs: 'objects' | 'values' | 'record';
  /** For a table: the name of the field with its columns, which are the fields of each row. */
  columnsField?: string | undefined;
}

/** The contents of a form: a text for each `FormLeaf`. */
export type FormTree = string | FormTree[] | { [name: string]: FormTree };

/** Replacements for the parts of a field that a form takes from the schema. */
export interface FieldOverrides {
  /** The default is the name of the field. */
  label?: string;
  /** The default is the description of the field in the schema. */
  help?: string;
  kind?: LeafKind;
  emptyEntry?: string;
  /** For a list of texts: each text has a row with this label, instead of a line in one field. */
  rowLabel?: string;
  /** For the rows of a table: the name of the field with its columns. */
  columnsField?: string;
}

/** Returns the name of a form field, such as `zones.0.name`. Error messages identify fields by the same names. */
export function fieldPath(parent: string, name: string | number): string {
  return parent === '' ? String(name) : `${parent}.${name}`;
}

/** Returns the name of the field with the number of rows in a list. */
export function countPath(path: string): string {
  return fieldPath(path, 'rows');
}

export function partOf(value: unknown, name: string | number): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[name] : undefined;
}

export function treePart(tree: FormTree | undefined, name: string | number): FormTree | undefined {
  return partOf(tree, name) as FormTree | undefined;
}
