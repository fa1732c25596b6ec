import { expect, test } from 'vitest';
import { readableRow } from '#lib/sales/account/customer-data.server.ts';

/** 21 November 2026, 12:00 in India. */
const NOON = Date.parse('2026-11-21T06:30:00Z');
const IN_UTC = '2026-11-21T06:30:00.000Z';
const INDIAN_TIME = '21 November 2026 at 12:00:00 pm IST';

test.each<[description: string, row: Record<string, unknown>, shown: Record<string, unknown>]>([
  ['an amount', { total_paise: 123_450 }, { total_paise: 123_450, total_in_rupees: '₹1,234.50' }],
  ['an amount in JSON', { pricePaise: 100 }, { pricePaise: 100, price_in_rupees: '₹1.00' }],
  ['a name that only resembles the name of an amount', { paise_note: 5 }, { paise_note: 5 }],
  ['a rate', { tax_bp: 1_250 }, { tax_percent: 12.5 }],
  ['a name that only resembles the name of a rate', { bp_name: 'x' }, { bp_name: 'x' }],
  ['a time', { created_at: NOON }, { created_at: IN_UTC, created_at_in_india: INDIAN_TIME }],
  ['a time as text', { at: String(NOON) }, { at: IN_UTC, at_in_india: INDIAN_TIME }],
  ['a deadline', { hold_until: NOON }, { hold_until: IN_UTC, hold_until_in_india: INDIAN_TIME }],
  ['names that only end like the name of a time', { format: 5, chat: 5 }, { format: 5, chat: 5 }],
  ['names with “at” or “until” elsewhere', { at_home: 5, sent_until_noon: 5 }, { at_home: 5, sent_until_noon: 5 }],
  ['text where a time would be', { sent_at: 'noon' }, { sent_at: 'noon' }],
  [
    'null values',
    { paid_at: null, total_paise: null, fields_json: null },
    { paid_at: null, total_paise: null, fields_json: null },
  ],
  ['pieces', { quantity: 2, sell_unit: 'piece' }, { quantity: 2, sell_unit: 'piece' }],
  [
    'cloth',
    { quantity: 250, sell_unit: 'metre', position: 1 },
    { quantity_in_centimetres: 250, quantity_in_metres: 2.5, sell_unit: 'metre', position: 1 },
  ],
  ['a list', { colors_json: '["red", null, 3]' }, { colors_json: ['red', null, 3] }],
  [
    'nested JSON',
    { lines_json: JSON.stringify([{ total_paise: 100, token: 'x', tax: { share_bp: 500, token: 'y' } }]) },
    { lines_json: [{ total_paise: 100, total_in_rupees: '₹1.00', tax: { share_percent: 5 } }] },
  ],
  ['a JSON column that is not text', { fields_json: 5 }, { fields_json: 5 }],
  [
    'an object in place of a time',
    { settled_at: { total_paise: 1 } },
    { settled_at: { total_paise: 1, total_in_rupees: '₹0.01' } },
  ],
])('shows %s in a readable form', (_description, row, shown) => expect(readableRow(row)).toEqual(shown));

test.each(['token_hash', 'mailbox_token', 'customer_id', 'file_key', 'image_file'])(
  'the column %s is left out',
  (name) => expect(readableRow({ [name]: 'x', name: 'Asha' })).toEqual({ name: 'Asha' }),
);
