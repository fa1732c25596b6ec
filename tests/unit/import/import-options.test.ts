import { describe, expect, test } from 'vitest';
import { parseBrandOption, parseColumnsOption } from '#lib/catalog/import/import-options.server.ts';
import { mergeMappings } from '#lib/catalog/import/sheet/mappings.server.ts';

describe('options of an import', () => {
  test('map vendors to brands, or hide them', () => {
    expect(parseBrandOption()).toEqual(new Map());
    expect(parseBrandOption([' my-shop = Fab = India ', 'x='])).toEqual(
      new Map([
        ['my-shop', 'Fab = India'],
        ['x', ''],
      ]),
    );
    for (const pair of ['=Fab', 'Fab']) {
      expect(() => parseBrandOption([pair])).toThrow(
        `--brand: "${pair}" must have the form "vendor=Brand", or "vendor=" to hide the vendor.`,
      );
    }
  });

  test('assign fields to columns', async () => {
    expect(await parseColumnsOption(undefined)).toBeUndefined();
    expect(await parseColumnsOption('Rate=price')).toEqual(new Map([['Rate', 'price']]));
    await expect(parseColumnsOption('Rate=cost')).rejects.toThrow(/^--columns: "cost" is not one of .*\.$/);
    await expect(parseColumnsOption('no-such-file')).rejects.toThrow(
      '--columns: "no-such-file" is neither a file nor a mapping such as "Rate=price".',
    );
  });

  test('replace the saved mappings of the same names', () => {
    const savedMappings = { columns: new Map([['rate', 'mrp'] as const]), brands: new Map([['my-shop', 'Fab']]) };
    expect(mergeMappings(savedMappings)).toEqual(savedMappings);
    const newMappings = { columns: new Map([[' RATE ', 'price'] as const]), brands: new Map([['Other', 'B']]) };
    expect(mergeMappings(savedMappings, newMappings)).toEqual({
      columns: new Map([['rate', 'price']]),
      brands: new Map([
        ['my-shop', 'Fab'],
        ['other', 'B'],
      ]),
    });
  });
});
