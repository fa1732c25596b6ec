import { readFile } from 'node:fs/promises';
import { type ColumnUse, parseColumnMapping } from '#lib/catalog/import/sheet/sheet-fields.ts';
import { UsageError } from '#lib/platform/cli/command.server.ts';
import { ignoreNotFound } from '#lib/platform/files/storage/ignore-not-found.ts';

/**
 * Parses `--columns`, whose value is a mapping or the path of a file that contains a mapping. Returns undefined if the
 * option is missing. Throws a UsageError if there is no such file, or if the mapping is invalid.
 */
export async function parseColumnsOption(value: string | undefined): Promise<Map<string, ColumnUse> | undefined> {
  if (value === undefined) return undefined;
  const isFile = !value.includes('=');
  const text = isFile ? await readFile(value, 'utf8').catch(ignoreNotFound) : value;
  if (text === undefined)
    throw new UsageError(`--columns: "${value}" is neither a file nor a mapping such as "Rate=price".`);
  try {
    return parseColumnMapping(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UsageError(`--columns: ${error.message}.`, { cause: error });
  }
}

/** Parses `--brand`. Returns the brands by vendor. Throws a UsageError if a value has no vendor or no "=". */
export function parseBrandOption(pairs: readonly string[] = []): Map<string, string> {
  return new Map(
    pairs.map((pair) => {
      const separatorIndex = pair.indexOf('=');
      if (separatorIndex < 1)
        throw new UsageError(`--brand: "${pair}" must have the form "vendor=Brand", or "vendor=" to hide the vendor.`);
      return [pair.slice(0, separatorIndex).trim(), pair.slice(separatorIndex + 1).trim()] as const;
    }),
  );
}
