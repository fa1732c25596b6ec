import { describe, expect, test } from 'vitest';
import type { ExchangeLine } from '#lib/platform/db/tables/exchange.ts';
import { NOTHING_LEFT } from '#lib/sales/exchanges/exchange.ts';
import {
  chosenReplacements,
  outOfStockError,
  type RemainingLine,
  type ReplacementVariant,
  replacementOptions,
  replacementRefusal,
} from '#lib/sales/exchanges/exchange-options.ts';

const KURTA: RemainingLine = {
  ...{ position: 0, product_id: 1, variant_id: 11, name: 'Kurta', variant: 'M', sku: 'K-M', sell_unit: 'piece' },
  ...{ quantity: 2, price_paise: 50_000, remainingQuantity: 2 },
};
const CLOTH: RemainingLine = {
  ...{ position: 1, product_id: 2, variant_id: 5, name: 'Cloth', variant: '', sku: 'C', sell_unit: 'metre' },
  ...{ quantity: 200, price_paise: 30_000, remainingQuantity: 200 },
};
const goodsOf = (line: RemainingLine, change: Partial<ReplacementVariant> = {}): ReplacementVariant => ({
  ...{ variant_id: line.variant_id, product_id: line.product_id, name: line.name, variant: line.variant },
  ...{ sku: line.sku, sell_unit: line.sell_unit, price_paise: line.price_paise, available: 500 },
  ...change,
});
const KURTA_M = goodsOf(KURTA);
const KURTA_L = goodsOf(KURTA, { variant_id: 12, variant: 'L', sku: 'K-L' });
const CLOTH_GOODS = goodsOf(CLOTH);
const GOODS = [KURTA_M, KURTA_L, CLOTH_GOODS];

const requestedLine = (line: RemainingLine, change: Partial<ExchangeLine> = {}): ExchangeLine => ({
  ...{ exchange_id: 'e', position: line.position, product_id: line.product_id, variant_id: line.variant_id },
  ...{
    name: line.name,
    variant: line.variant,
    sku: line.sku,
    sell_unit: line.sell_unit,
    quantity: line.remainingQuantity,
  },
  ...{ bolt_position: null, taken: 0, is_open: 0 },
  ...change,
});
const replacementsFor = (
  requestedLines: ExchangeLine[],
  swaps: [string, string][] = [],
  items = GOODS,
  lines = [KURTA, CLOTH],
) =>
  chosenReplacements(lines, requestedLines, new Map(swaps), items).map(({ line, replacement, quantity }) => [
    line.sku,
    replacement.sku,
    quantity,
  ]);

describe('the replacement items of an exchange', () => {
  test('are the same items for a request without a choice, sorted by variant and position', () => {
    expect(replacementsFor([])).toEqual([
      ['C', 'C', 200],
      ['K-M', 'K-M', 2],
    ]);
    const sameVariant = [KURTA, { ...KURTA, position: 3, sku: 'K-3' }];
    const positions = (lines: RemainingLine[]) =>
      chosenReplacements(lines, [], new Map(), GOODS).map(({ line: { position } }) => position);
    expect(positions(sameVariant)).toEqual([0, 3]);
    expect(positions(sameVariant.toReversed())).toEqual([0, 3]);
  });

  test('are those that were requested, limited to the remaining quantity of the line', () => {
    const request = requestedLine(KURTA, { variant_id: 12, variant: 'L', sku: 'K-L', quantity: 1 });
    expect(replacementsFor([request])).toEqual([['K-M', 'K-L', 1]]);
    expect(replacementsFor([{ ...request, quantity: 5 }])).toEqual([['K-M', 'K-L', 2]]);
    expect(() => replacementsFor([requestedLine({ ...KURTA, position: 7 })])).toThrow(NOTHING_LEFT);
  });

  test('are the ones named by the owner, limited to the requested lines', () => {
    expect(replacementsFor([], [['K-M', 'K-L']])).toEqual([['K-M', 'K-L', 2]]);
    expect(replacementsFor([requestedLine(CLOTH)], [['K-M', 'K-L']])).toEqual([['C', 'C', 200]]);
    expect(replacementsFor([requestedLine(KURTA, { is_open: 1, quantity: 1 })], [['K-M', 'K-L']])).toEqual([
      ['K-M', 'K-L', 1],
    ]);
    expect(() => replacementsFor([], [['K-X', 'K-L']])).toThrow(NOTHING_LEFT);
    const lineWithoutSku = { ...KURTA, sku: null };
    expect(replacementsFor([], [], GOODS, [lineWithoutSku])).toEqual([[null, 'K-M', 2]]);
    expect(() => replacementsFor([], [['K-M', 'K-L']], GOODS, [lineWithoutSku])).toThrow(NOTHING_LEFT);
  });

  test('must be named by the owner when the customer leaves the choice to the shop', () => {
    const openLine = requestedLine(KURTA, { is_open: 1 });
    expect(() => replacementsFor([openLine])).toThrow(
      'The customer wants a suggestion instead of Kurta (M): choose a replacement, in the CLI with --swap K-M=NEW. ' +
        'In stock at the same price: K-M M, K-L L.',
    );
    const soldOutGoods = GOODS.map((goods) => ({ ...goods, available: 0 }));
    expect(() =>
      replacementsFor([requestedLine(KURTA, { is_open: 1 })], [], soldOutGoods, [{ ...KURTA, sku: null }]),
    ).toThrow('--swap OLD=NEW. No other variant is in stock at the same price.');
  });

  test('must exist, be for sale, and have the same unit and the same price', () => {
    expect(() => replacementsFor([], [['K-M', 'K-S']])).toThrow("K-S can't replace Kurta (M).");
    expect(() => replacementsFor([], [['K-M', 'C']])).toThrow("Cloth can't replace Kurta (M).");
    const moreExpensiveVariant = { ...KURTA_L, price_paise: 60_000 };
    expect(() => replacementsFor([], [['K-M', 'K-L']], [KURTA_M, moreExpensiveVariant])).toThrow('₹600.00');
    const request = requestedLine(KURTA, { variant_id: 13, variant: 'S' });
    expect(() => replacementsFor([request])).toThrow(
      'Kurta (S) is no longer sold. In stock at the same price: K-M M, K-L L.',
    );
    expect(() => replacementsFor([], [], [CLOTH_GOODS])).toThrow(
      'Kurta (M) is no longer sold. No other variant is in stock at the same price.',
    );
  });
});

test('the error for a sold-out item lists its alternatives', () => {
  const message = 'There is no longer enough of Kurta (M). In stock at the same price: K-L L.';
  expect(outOfStockError(KURTA, KURTA_M, GOODS)).toMatchObject({ code: 'conflict', message });
  const variantWithoutOptions = { ...KURTA_L, sku: null, variant: '' };
  expect(outOfStockError(KURTA, KURTA_M, [variantWithoutOptions]).message).toContain('same price: Kurta.');
});

test('alternatives have the same product and price and are in stock; cloth must be in stock in the full length', () => {
  const skus = (line: RemainingLine, ...items: ReplacementVariant[]) =>
    replacementOptions(line, items).map(({ sku }) => sku);
  const otherProductVariant = { ...KURTA_L, product_id: 9, sku: 'S' };
  expect(skus(KURTA, KURTA_M, { ...KURTA_L, available: 1 }, otherProductVariant)).toEqual(['K-M', 'K-L']);
  expect(skus(KURTA, { ...KURTA_M, available: 0 }, { ...KURTA_L, price_paise: 1 })).toEqual([]);
  expect(skus(CLOTH, { ...CLOTH_GOODS, available: 200 })).toEqual(['C']);
  expect(skus(CLOTH, { ...CLOTH_GOODS, available: 199 })).toEqual([]);
});

test('an item can be replaced by another variant of the product after both prices rose', () => {
  const currentVariants = [KURTA_M, KURTA_L].map((goods) => ({ ...goods, price_paise: 90_000 }));
  expect(replacementRefusal(KURTA, { ...KURTA_L, price_paise: 90_000 }, currentVariants)).toBeUndefined();
  expect(replacementRefusal(KURTA, { ...KURTA_L, price_paise: 90_000 }, [])).toContain('₹900.00');
  expect(replacementRefusal(KURTA, { ...KURTA_L, price_paise: 90_000, product_id: 9 }, currentVariants)).toContain(
    '₹900.00',
  );
  expect(replacementRefusal(KURTA, { ...KURTA_M, price_paise: 90_000 }, [])).toBeUndefined();
});
