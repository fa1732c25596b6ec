import { expect } from '@playwright/test';
import { pdfTextLines } from '../pdf-text-lines.ts';
import { CORRECTED_STREET } from './changed-orders.ts';
import { type Day, PARCELS } from './day.ts';
import { sumsInDatabase } from './sums.ts';

const LABELS_PER_PAGE = { touch: 8, keyboard: 1 };

/** Checks that the PDF contains the pick list, a separate slip page for each parcel, and the labels, in list order. */
export async function checkPdf(day: Day, pdf: Buffer): Promise<void> {
  const { device, numbers, goods, removedGoods } = day;
  const [pickList = [], ...others] = textsOfPages(pdf);
  expect(pickList).toEqual(expect.arrayContaining(['Pick list', goods.name, goods.sku, `${PARCELS} ×`]));
  const slips = others.slice(0, PARCELS);
  const labels = others.slice(PARCELS);
  expect(slips.map(numberOnSlip)).toEqual(numbers);
  expect(slips.every((texts) => texts.includes(goods.sku))).toBe(true);
  expect(slips.flat().join('\n')).not.toContain('₹');
  expect(labels).toHaveLength(Math.ceil(PARCELS / LABELS_PER_PAGE[device]));
  const labelLines = labels.flat();
  expect(labelLines.filter((text) => numbers.includes(text))).toEqual(numbers);
  const amounts = labelLines.filter((text) => text.startsWith('₹'));
  const sums = await sumsInDatabase(day.db, day.ids);
  expect(amounts).toEqual(sums.map(({ text }) => text));
  for (const [first = '', ...rest] of [slips.map((texts) => texts.join('\n')), labelTexts(labelLines)]) {
    expect(first).toContain(CORRECTED_STREET);
    expect(rest.join('\n')).not.toContain(CORRECTED_STREET);
  }
  expect([pickList, ...others].flat().join('\n')).not.toContain(removedGoods.name);

  function numberOnSlip(texts: string[]): string | undefined {
    expect(texts).toContain('Packing slip');
    return numbers.find((number) => texts.includes(number));
  }

  /** Splits the texts into labels, each of which ends with the number of its order. */
  function labelTexts(texts: string[]): string[] {
    const ends = texts.flatMap((text, index) => (numbers.includes(text) ? [index + 1] : []));
    return ends.map((end, index) => texts.slice(ends[index - 1] ?? 0, end).join('\n'));
  }
}

function textsOfPages(pdf: Buffer): string[][] {
  const pages: string[][] = [];
  for (const { page, text } of pdfTextLines(pdf)) {
    pages[page - 1] ??= [];
    pages[page - 1]?.push(text);
  }
  return pages;
}
