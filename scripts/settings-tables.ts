/** The settings tables in docs/deployment.md, generated from the schema of the settings. */

import type { SettingMetadata } from '#lib/platform/settings/setting-types.server.ts';
import { SETTING_GROUPS, settingsIn } from '#lib/platform/settings/settings-schema.server.ts';

const BEGIN = '<!-- Written by scripts/write-settings-tables.ts from src/lib/platform/settings. -->\n';
const END = '<!-- End of the settings. -->';

/** Returns the text with up-to-date tables. Throws an error if a comment that encloses the tables is missing. */
export function withSettingsTables(text: string): string {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`docs/deployment.md lacks ${BEGIN}or ${END}`);
  return `${text.slice(0, begin)}${BEGIN}\n${renderTables()}\n${text.slice(end)}`;
}

function renderTables(): string {
  return Object.entries(SETTING_GROUPS)
    .map(([heading, shape]) => {
      const rows = settingsIn(shape)
        .filter(({ isInternal }) => !isInternal)
        .map(renderRow);
      const tableHead = '| setting | description | values | default |\n|---|---|---|---|';
      return `### ${heading}\n\n${tableHead}\n${rows.join('\n')}\n`;
    })
    .join('\n');
}

function renderRow(setting: SettingMetadata): string {
  const cells = [`\`${setting.name}\``, setting.description, setting.accepts, defaultText(setting)];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function defaultText({ default: value, unset = 'none', isRequiredWhenLive }: SettingMetadata): string {
  if (isRequiredWhenLive) return `${unset}; required in live mode`;
  if (value === undefined) return unset;
  return typeof value === 'object' ? `live: \`${value.live}\`, demo: \`${value.demo}\`` : `\`${value}\``;
}
