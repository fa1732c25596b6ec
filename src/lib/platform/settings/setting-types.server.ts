import { z } from 'zod/mini';

/** The properties of a setting for messages, `setup` and docs/deployment.md. */
export interface SettingMetadata {
  /** The name of the environment variable. */
  name: string;
  /** The description in Markdown. */
  description: string;
  /** The allowed values, in Markdown. */
  accepts: string;
  /** The value as written in the environment. There are two values if the default depends on the mode. */
  default?: string | number | { demo: string | number; live: string | number };
  /** The effect if the setting is not set, in Markdown. */
  unset?: string;
  /** Whether messages never contain the value, and `setup` hides it. */
  isSecret?: true;
  isRequiredWhenLive?: true;
  /** Whether the setting is only for tests, and not in the docs. */
  isInternal?: true;
}

/** How a value is written in the environment, and the schema that parses it. */
interface SettingType<T> {
  accepts: string;
  schema(name: string): z.ZodMiniType<T, string>;
}

type NamedSetting<T, N extends string> = z.core.$ZodBranded<z.ZodMiniType<T, string>, N, 'in'>;
type DeclaredMetadata = Omit<SettingMetadata, 'name' | 'accepts'>;
type WithDefault = DeclaredMetadata & Required<Pick<DeclaredMetadata, 'default'>>;

export const SETTING_METADATA = z.registry<SettingMetadata>();

/** Declares a setting. A setting without a default is optional. */
export function setting<T, const N extends string>(
  name: N,
  type: SettingType<T>,
  metadata: WithDefault,
): NamedSetting<T, N>;
export function setting<T, const N extends string>(
  name: N,
  type: SettingType<T>,
  metadata: DeclaredMetadata,
): z.ZodMiniOptional<NamedSetting<T, N>>;
export function setting(
  name: string,
  { accepts, schema }: SettingType<unknown>,
  metadata: DeclaredMetadata,
): z.ZodMiniType {
  const settingSchema = metadata.default === undefined ? z.optional(schema(name)) : schema(name);
  return settingSchema.register(SETTING_METADATA, { name, accepts, ...metadata });
}

/** Returns a type of text. `problemOf` returns problems with a value as phrases that follow the setting's name. */
export function text(
  accepts = 'text',
  problemOf: (value: string) => string | string[] | undefined = () => undefined,
): SettingType<string> {
  const schema = (name: string) =>
    z.string().check(
      z.superRefine((value, context) => {
        for (const problem of [problemOf(value) ?? []].flat()) context.addIssue(`${name} ${problem}`);
      }),
    );
  return { accepts, schema };
}

/** Returns a type whose parsed value is converted by `map`. */
export function converted<T, U>({ accepts, schema }: SettingType<T>, map: (value: T) => U): SettingType<U> {
  return { accepts, schema: (name) => z.pipe(schema(name), z.transform(map)) };
}

/** Returns a type of whole numbers from `min` to `max`. `unit` is in the plural. */
export function wholeNumber(min: number, max: number, unit = ''): SettingType<number> {
  const type = text(`${min} to ${max} ${unit}`.trimEnd(), (input) => {
    const value = Number(input);
    const isValid = Number.isInteger(value) && value >= min && value <= max;
    return isValid ? undefined : `is ${input}; it must be a whole number from ${min} to ${max}.`;
  });
  return converted(type, Number);
}

export function oneOf<const T extends string>(...allowedValues: T[]): SettingType<T> {
  const schema = (name: string) =>
    z.enum(allowedValues, {
      error: ({ input }) => `${name} is ${input}; it must be one of: ${allowedValues.join(', ')}.`,
    });
  return { accepts: allowedValues.map((value) => `\`${value}\``).join(', '), schema };
}

export function onOff(): SettingType<boolean> {
  return converted(oneOf('on', 'off'), (value) => value === 'on');
}

/** Returns a type of addresses. Only the protocol is checked: a postgres:// address with several hosts is not a URL. */
export function address(...protocols: string[]): SettingType<string> {
  const prefixes = protocols.map((protocol) => `${protocol}//`);
  return text(prefixes.map((prefix) => `\`${prefix}…\``).join(', '), (value) =>
    prefixes.some((prefix) => value.startsWith(prefix)) ? undefined : `must begin with ${prefixes.join(' or ')}.`,
  );
}
