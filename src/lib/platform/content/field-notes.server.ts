import { z } from 'zod';
import type { FieldPath } from '#lib/platform/content/content-document.ts';

/** A schema's fields as JSON Schema. */
export interface Shape {
  description?: string;
  type?: string;
  default?: unknown;
  required?: string[];
  format?: string;
  maxLength?: number;
  maxItems?: number;
  pattern?: string;
  properties?: Record<string, Shape>;
  items?: Shape;
  prefixItems?: Shape[];
  additionalProperties?: Shape | boolean;
  anyOf?: Shape[];
  enum?: unknown[];
}

export interface FieldNotes {
  noteOf(field: FieldPath): string | undefined;
  fieldsOf(field: FieldPath): string[];
  isText(field: FieldPath): boolean;
  /** Whether the field has one of a few values, such as a state. */
  isChoice(field: FieldPath): boolean;
  acceptsNull(field: FieldPath): boolean;
}

/** The JSON Schema of the values before the schema transforms them. */
export function shapeOf(schema: z.ZodType<unknown>): Shape {
  return z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input', reused: 'inline' }) as Shape;
}

export function fieldNotes(schema: z.ZodType<unknown>): FieldNotes {
  const root = shapeOf(schema);
  return {
    noteOf(field) {
      for (let length = field.length; length > 0; length--) {
        const note = shapeAt(root, field.slice(0, length))?.description;
        if (note) return note;
      }
      return undefined;
    },
    isText: (field) => shapeAt(root, field)?.type === 'string',
    isChoice: (field) => shapeAt(root, field)?.enum !== undefined,
    acceptsNull: (field) => shapeAt(root, field)?.anyOf?.some(({ type }) => type === 'null') ?? false,
    fieldsOf: (field) => Object.keys(shapeAt(root, field)?.properties ?? {}),
  };
}

function shapeAt(root: Shape, field: FieldPath): Shape | undefined {
  let shape: Shape | undefined = root;
  for (const key of field) shape = shape && childShape(shape, key);
  return shape;
}

function childShape(shape: Shape, key: PropertyKey): Shape | undefined {
  if (typeof key === 'number') return shape.prefixItems?.[key] ?? shape.items;
  const { additionalProperties } = shape;
  const others = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  return shape.properties?.[String(key)] ?? others;
}
