/**
 * Returns the values in a server-rendered form that differ from `initial`: values that were entered before the code was
 * loaded, or that the browser restored. `read` adds values whose controls have other names. Names without a control are
 * left out.
 */
export function inputBeforeHydration<Values extends object>(
  form: HTMLFormElement,
  initial: Values,
  read?: (form: FormData) => Partial<Values>,
): Partial<Values> {
  const data = new FormData(form);
  const names = Object.keys(initial).filter((name) => form.elements.namedItem(name));
  const entries = names.map((name) => [name, controlValue(data, name, initial[name as keyof Values])]);
  const values = { ...Object.fromEntries(entries), ...read?.(data) } as Partial<Values>;
  const changedEntries = Object.entries(values).filter(
    ([name, value]) => !isSame(value, initial[name as keyof Values]),
  );
  return Object.fromEntries(changedEntries) as Partial<Values>;
}

function controlValue(data: FormData, name: string, initial: unknown): unknown {
  if (typeof initial === 'boolean') return data.has(name);
  if (Array.isArray(initial)) return data.getAll(name);
  return data.get(name) ?? initial;
}

function isSame(a: unknown, b: unknown): boolean {
  const toText = (value: unknown) => JSON.stringify(value instanceof Map ? [...value] : value);
  return toText(a) === toText(b);
}
