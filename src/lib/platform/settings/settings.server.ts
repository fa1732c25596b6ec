import { z } from 'zod/mini';
import { ifAllSet } from '#lib/platform/settings/if-all-set.ts';
import type { SettingMetadata } from '#lib/platform/settings/setting-types.server.ts';
import { SettingsError } from '#lib/platform/settings/settings-error.ts';
import { ALL_SETTINGS, SETTINGS, settingsInput } from '#lib/platform/settings/settings-schema.server.ts';

export type Settings = ReturnType<typeof readSettings>;

/**
 * Returns the parsed settings. Throws a SettingsError that lists all problems. Programs call `loadSettings`, which also
 * reads the settings file.
 */
export function readSettings(variables: NodeJS.ProcessEnv) {
  const mode = variables.SHOP_MODE === 'live' ? 'live' : 'demo';
  const isMissing = ({ name, isRequiredWhenLive }: SettingMetadata) =>
    isRequiredWhenLive && mode === 'live' && !variables[name];
  const missingProblems = ALL_SETTINGS.filter(isMissing).map(({ name }) => `${name} is needed when SHOP_MODE is live.`);
  const input = settingsInput((info) => variables[info.name] || defaultOf(info, mode));
  const { data: values, error } = z.safeParse(SETTINGS, input);
  const problems = [...missingProblems, ...(error?.issues ?? []).map(({ message }) => message)];
  if (!values || problems.length > 0) throw new SettingsError(problems);
  const { metrics, tracing } = values;
  return {
    ...values,
    siteUrl: values.siteUrl ?? `http://localhost:${values.port}`,
    cdn: ifAllSet(values.cdn),
    storeKeys: ifAllSet(values.storeKeys),
    razorpay: ifAllSet(values.razorpay),
    shiprocket: ifAllSet(values.shiprocket),
    metrics: metrics.port > 0 ? metrics : undefined,
    tracing: ifAllSet({ ...tracing, headers: tracing.headers ?? {} }),
  };
}

function defaultOf({ default: value }: SettingMetadata, mode: 'demo' | 'live'): string | undefined {
  return value === undefined ? undefined : String(typeof value === 'object' ? value[mode] : value);
}
