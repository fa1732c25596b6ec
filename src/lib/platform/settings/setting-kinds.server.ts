import { z } from 'zod/mini';

/** The description of a setting in docs/deployment.md. */
export interface SettingInfo {
  /** The name of the environment variable. */
  name: string;
  /** In Markdown. */
  description: string;
  /** The allowed values, in Markdown. */
  accepts: string;
  /** The value as written in the environment; separate values if it depends on the mode. */
  default?: string | number | { demo: string | number; live: string | number };
  /** The effect if it is not set, in Markdown. */
  unset?: string;
  /** Whether messages never contain the value, and `setup` hides it. */
  isSecret?: true;
  isRequiredWhenLive?: true;
  /** Only for tests, and not in the docs. */
  isInternal?: true;
}

interface Kind<T> {
  accepts: string;
  schema(name: string): z.ZodMiniType<T, string>;
}

type Named<T, N extends string> = z.core.$ZodBranded<z.ZodMiniType<T, string>, N, 'in'>;
type Info = Omit<SettingInfo, 'name' | 'accepts'>;
type WithDefault = Info & Required<Pick<Info, 'default'>>;

export const SETTING_INFO = z.registry<SettingInfo>();

/** Declares a setting; without a default it is optional. */
export function setting<T, const N extends string>(name: N, kind: Kind<T>, info: WithDefault): Named<T, N>;
export function setting<T, const N extends string>(name: N, kind: Kind<T>, info: Info): z.ZodMiniOptional<Named<T, N>>;
export function setting(name: string, { accepts, schema }: Kind<unknown>, info: Info): z.ZodMiniType {
  const declared = info.default === undefined ? z.optional(schema(name)) : schema(name);
  return declared.register(SETTING_INFO, { name, accepts, ...info });
}

/** `problemOf` returns the problem with a value, as a phrase that follows the name of the setting. */
export function text(
  accepts = 'text',
  problemOf: (value: string) => string | string[] | undefined = () => undefined,
): Kind<string> {
  const schema = (name: string) =>
    z.string().check(
      z.superRefine((value, context) => {
        for (const problem of [problemOf(value) ?? []].flat()) context.addIssue(`${name} ${problem}`);
      }),
    );
  return { accepts, schema };
}

export function mapped<T, U>({ accepts, schema }: Kind<T>, map: (value: T) => U): Kind<U> {
  return { accepts, schema: (name) => z.pipe(schema(name), z.transform(map)) };
}

/** `unit` is in the plural. */
export function wholeNumber(min: number, max: number, unit = ''): Kind<number> {
  const kind = text(`${min} to ${max} ${unit}`.trimEnd(), (input) => {
    const value = Number(input);
    const isValid = Number.isInteger(value) && value >= min && value <= max;
    return isValid ? undefined : `is ${input}; it must be a whole number from ${min} to ${max}.`;
  });
  return mapped(kind, Number);
}

export function oneOf<const T extends string>(...allowed: T[]): Kind<T> {
  const schema = (name: string) =>
    z.enum(allowed, { error: ({ input }) => `${name} is ${input}; it may be ${allowed.join(', ')}.` });
  return { accepts: allowed.map((value) => `\`${value}\``).join(', '), schema };
}

export function onOff(): Kind<boolean> {
  return mapped(oneOf('on', 'off'), (value) => value === 'on');
}

/** Checks only the protocol, because a postgres:// address with several hosts is not a valid URL. */
export function address(...protocols: string[]): Kind<string> {
  const starts = protocols.map((protocol) => `${protocol}//`);
  return text(starts.map((start) => `\`${start}…\``).join(', '), (value) =>
    starts.some((start) => value.startsWith(start)) ? undefined : `must begin with ${starts.join(' or ')}.`,
  );
}
