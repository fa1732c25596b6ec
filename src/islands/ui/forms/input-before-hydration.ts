/**
 * Returns the values in a server-rendered form that differ from `initial`: values that were entered before the code was
 * loaded, or that the browser restored. `read` adds values whose controls have other names. Names without a control are
 * left out.
 */
export function inputBeforeHydration<Values extends object>(
  form: HTMLFormElement,
  initial: Values,
  read?: (formData: FormData) => Partial<Values>,
): Partial<Values> {
  const formData = new FormData(form);
  const names = Object.keys(initial).filter((name) => form.elements.namedItem(name));
  const controlEntries = names.map((name) => [name, controlValue(formData, name, initial[name as keyof Values])]);
  const values = { ...Object.fromEntries(controlEntries), ...read?.(formData) } as Partial<Values>;
  const changedEntries = Object.entries(values).filter(
    ([name, value]) => !isSame(value, initial[name as keyof Values]),
  );
  return Object.fromEntries(changedEntries) as Partial<Values>;
}

function controlValue(formData: FormData, name: string, initial: unknown): unknown {
  if (typeof initial === 'boolean') return formData.has(name);
  if (Array.isArray(initial)) return formData.getAll(name);
  return formData.get(name) ?? initial;
}

function isSame(a: unknown, b: unknown): boolean {
  const toText = (value: unknown) => JSON.stringify(value instanceof Map ? [...value] : value);
  return toText(a) === toText(b);
}
