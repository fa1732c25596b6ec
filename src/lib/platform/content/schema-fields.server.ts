import { z } from 'zod';
import type { FieldPath } from '#lib/platform/content/content-document.ts';

/** The part of JSON Schema that the shop uses. */
export interface JsonSchema {
  description?: string;
  type?: string;
  default?: unknown;
  required?: string[];
  format?: string;
  maxLength?: number;
  maxItems?: number;
  pattern?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
  enum?: unknown[];
}

export type SchemaFields = ReturnType<typeof schemaFields>;

/** Returns the JSON Schema of the values before the schema transforms them. */
export function jsonSchemaOf(schema: z.ZodType<unknown>): JsonSchema {
  return z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input', reused: 'inline' }) as JsonSchema;
}

export function schemaFields(schema: z.ZodType<unknown>) {
  const root = jsonSchemaOf(schema);
  return {
    /** Returns the description of the field, or of the closest field that contains it. */
    descriptionOf(field: FieldPath): string | undefined {
      for (let length = field.length; length > 0; length--) {
        const description = schemaAt(root, field.slice(0, length))?.description;
        if (description) return description;
      }
      return undefined;
    },
    isText: (field: FieldPath) => schemaAt(root, field)?.type === 'string',
    /** Returns whether the field accepts only certain values, such as a state. */
    isChoice: (field: FieldPath) => schemaAt(root, field)?.enum !== undefined,
    acceptsNull: (field: FieldPath) => schemaAt(root, field)?.anyOf?.some(({ type }) => type === 'null') ?? false,
    /** Returns the names of the fields of an object. */
    namesIn: (field: FieldPath) => Object.keys(schemaAt(root, field)?.properties ?? {}),
  };
}

function schemaAt(root: JsonSchema, field: FieldPath): JsonSchema | undefined {
  let schema: JsonSchema | undefined = root;
  for (const key of field) schema = schema && childSchema(schema, key);
  return schema;
}

function childSchema(schema: JsonSchema, key: PropertyKey): JsonSchema | undefined {
  if (typeof key === 'number') return schema.prefixItems?.[key] ?? schema.items;
  const { additionalProperties } = schema;
  const additionalSchema = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  return schema.properties?.[String(key)] ?? additionalSchema;
}
