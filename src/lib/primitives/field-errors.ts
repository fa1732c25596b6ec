export type FieldErrors<Field extends string = string> = Partial<Record<Field, string | undefined>>;

export interface Issue {
  path: readonly PropertyKey[];
  message: string;
}

export interface FormSchema {
  safeParse(input: unknown): { success: boolean; error?: { issues: readonly Issue[] } | undefined };
}

/**
 * Returns the first error message of each field, or undefined if the input is valid. An error without a field has the
 * key ''.
 */
export function fieldErrors(schema: FormSchema, input: unknown): Record<string, string> | undefined {
  const { error } = schema.safeParse(input);
  return error && errorsByField(error.issues);
}

export function errorsByField(issues: readonly Issue[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[String(path[0] ?? '')] ??= message;
  return errors;
}
