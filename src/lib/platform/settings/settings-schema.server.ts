import { z } from 'zod/mini';
import { ADMIN_SETTINGS } from '#lib/platform/settings/admin-settings.server.ts';
import { HTTP_RULES, HTTP_SETTINGS } from '#lib/platform/settings/http-settings.server.ts';
import { LOG_SETTINGS } from '#lib/platform/settings/log-settings.server.ts';
import { MAIL_SETTINGS } from '#lib/platform/settings/mail-settings.server.ts';
import { ORDER_RULES, ORDER_SETTINGS } from '#lib/platform/settings/order-settings.server.ts';
import { SETTING_METADATA, type SettingMetadata } from '#lib/platform/settings/setting-types.server.ts';
import { STORAGE_RULES, STORAGE_SETTINGS } from '#lib/platform/settings/storage-settings.server.ts';

/** Settings by their headings in the docs. */
export const SETTING_GROUPS = {
  Server: HTTP_SETTINGS,
  'Data and backups': STORAGE_SETTINGS,
  'Mail and login': MAIL_SETTINGS,
  'Payment and orders': ORDER_SETTINGS,
  Admin: ADMIN_SETTINGS,
  'Logs and metrics': LOG_SETTINGS,
};
const SCHEMA_WITHOUT_RULES = z.object({
  ...HTTP_SETTINGS,
  ...STORAGE_SETTINGS,
  ...MAIL_SETTINGS,
  ...ORDER_SETTINGS,
  ...ADMIN_SETTINGS,
  ...LOG_SETTINGS,
});
const RULES = [...HTTP_RULES, ...STORAGE_RULES, ...ORDER_RULES];

/** The schema of all settings. Rules about several settings also run if some settings are invalid. */
export const SETTINGS_SCHEMA = SCHEMA_WITHOUT_RULES.check(
  z.superRefine(
    (settings, context) => {
      for (const problem of RULES.map((rule) => rule(settings))) if (problem) context.addIssue(problem);
    },
    { when: () => true },
  ),
);

type NamesIn<T> = T extends z.core.$brand<infer N> ? N : T extends object ? NamesIn<T[keyof T]> : never;
export type SettingName = NamesIn<z.input<typeof SCHEMA_WITHOUT_RULES>>;

export const ALL_SETTINGS = settingsIn(SCHEMA_WITHOUT_RULES.shape);
export const SETTING_NAMES = ALL_SETTINGS.map(({ name }) => name as SettingName);

export function isSettingName(name: string): name is SettingName {
  return (SETTING_NAMES as string[]).includes(name);
}

export function isSecretSetting(name: SettingName): boolean {
  return ALL_SETTINGS.some((setting) => setting.name === name && setting.isSecret);
}

type SettingGroup = Record<string, z.ZodMiniType>;

export function settingsIn(group: SettingGroup): SettingMetadata[] {
  return Object.values(group).flatMap((schema) => (isGroup(schema) ? settingsIn(schema.shape) : metadataOf(schema)));
}

/** Returns the input for `SETTINGS_SCHEMA`: the value of each setting at its position in the schema. */
export function settingsInput(
  valueFor: (setting: SettingMetadata) => unknown,
  group: SettingGroup = SCHEMA_WITHOUT_RULES.shape,
): object {
  const entries = Object.entries(group).map(([key, schema]) => [
    key,
    isGroup(schema) ? settingsInput(valueFor, schema.shape) : valueFor(metadataOf(schema)),
  ]);
  return Object.fromEntries(entries);
}

function isGroup(schema: z.ZodMiniType): schema is z.ZodMiniObject<SettingGroup> {
  return schema instanceof z.ZodMiniObject;
}

function metadataOf(schema: z.ZodMiniType): SettingMetadata {
  const setting = SETTING_METADATA.get(schema);
  if (!setting) throw new Error('Every setting must be declared by setting().');
  return setting;
}
