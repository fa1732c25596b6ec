import { describe, expect, test } from 'vitest';
import type { FormField } from '#lib/content/desk/settings/form-field.ts';
import { withColumns } from '#lib/content/desk/settings/form-rows.ts';
import { type FieldMistake, mergedTree, readTree, treeOf, treeValue } from '#lib/content/desk/settings/form-tree.ts';
import { rowAction, withRowAction } from '#lib/content/desk/settings/row-action.ts';
import { formOf } from '#lib/content/desk/settings/schema-form.server.ts';
import { SETTINGS_PAGES } from '#lib/content/desk/settings/settings-pages.server.ts';
import { CONTENT_DOCUMENTS } from '#lib/content/publishing/content-documents.server.ts';
import { Content } from '#lib/platform/content/content.server.ts';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { DELIVERY } from '#lib/sales/cart/delivery/delivery.schema.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';
import { sentFields } from '#support/flat-form.ts';

const content = new Content();
const demo = (document: ContentDocument<unknown>) => content.shippedFields(document, document.path);
const formOfDemo = (document: ContentDocument<unknown>) => withColumns(formOf(document), demo(document));
const sent = (root: FormField, value: unknown) => sentFields(root, treeOf(root, value));
const readValue = (root: FormField, fields: Record<string, string>, base: unknown) =>
  treeValue(root, readTree(root, fields), base, []);

describe.each(CONTENT_DOCUMENTS.filter(({ format }) => format === 'json'))('the form of $path', (document) => {
  test('gives the same document when submitted unchanged, with or without the stored one', () => {
    const root = formOfDemo(document);
    const fields = sent(root, demo(document));
    expect(readValue(root, fields, demo(document))).toEqual(demo(document));
    // Without the stored document, a notation that loses something would not give the same one.
    const { schema } = document;
    expect(schema.parse(readValue(root, fields, undefined))).toEqual(schema.parse(demo(document)));
  });

  test('keeps the stored value of each field that is missing from the input', () => {
    const root = formOfDemo(document);
    const names = Object.keys(sent(root, demo(document)));
    for (const missing of names.filter((name) => !/(?:^|\.)(?:rows|\d+)(?:\.|$)/.test(name))) {
      const { [missing]: _omitted, ...fields } = sent(root, demo(document));
      expect(readValue(root, fields, demo(document))).toEqual(demo(document));
    }
    expect(readValue(root, {}, demo(document))).toEqual(demo(document));
  });
});

test('every settings page has the fields listed for it, and together they have all fields', () => {
  const named = SETTINGS_PAGES.filter(({ document }) => document === SETTINGS).flatMap(({ fields }) => fields ?? []);
  expect([...named].sort()).toEqual(Object.keys(demo(SETTINGS) as object).sort());
  for (const { document, fields } of SETTINGS_PAGES) {
    const root = formOf(document, fields);
    if (fields) expect(root.kind === 'group' && root.fields.map(({ name }) => name)).toEqual(fields);
  }
});

describe('form input', () => {
  const root = formOf(DELIVERY);
  const typed = (more: Record<string, string>) => {
    const mistakes: FieldMistake[] = [];
    const fields = { ...sent(root, demo(DELIVERY)), ...more };
    const value = treeValue(root, readTree(root, fields), demo(DELIVERY), mistakes);
    return { value, mistakes };
  };

  test('is converted to paise, lists, numbers and booleans', () => {
    const { value, mistakes } = typed({
      'zones.0.pricePaise': '₹ 1,049.50',
      'zones.0.prefixes': '500, 501,\r\n 502',
      'zones.0.days.1': '4',
      'zones.3.cod': 'no',
      'zones.3.prefixes': 'Rest of India',
    });
    expect(mistakes).toEqual([]);
    expect(value).toMatchObject({
      zones: [
        { pricePaise: 104_950, prefixes: ['500', '501', '502'], days: [1, 4] },
        {},
        {},
        { cod: false, prefixes: [''] },
      ],
    });
  });

  test.each([
    ['freeFromPaise', 'many', 'must be a number'],
    ['freeFromPaise', '', 'is missing'],
    ['zones.1.pricePaise', '1.005', 'must have two decimals at most'],
  ])('is rejected in %s: “%s”', (field, text, message) => {
    expect(typed({ [field]: text }).mistakes).toEqual([{ field, message }]);
  });
});

describe('rows', () => {
  const root = formOf(DELIVERY);
  const tree = treeOf(root, demo(DELIVERY));
  const names = (button: string) => {
    const action = rowAction(button);
    const changed = action ? withRowAction(root, tree, action) : tree;
    return (changed as { zones: { name: string }[] }).zones.map(({ name }) => name);
  };
  const [hyderabad, south, far, rest] = names('');

  test.each([
    ['up zones.1', [south, hyderabad, far, rest]],
    ['down zones.1', [hyderabad, far, south, rest]],
    ['up zones.0', [hyderabad, south, far, rest]],
    ['remove zones.2', [hyderabad, south, rest]],
    ['remove zones.9', [hyderabad, south, far, rest]],
    ['add zones', [hyderabad, south, far, rest, '']],
    ['add __proto__', [hyderabad, south, far, rest]],
    ['remove zones', [hyderabad, south, far, rest]],
  ])('after the button “%s” are %j', (button, expected) => {
    expect(names(button)).toEqual(expected);
  });
});

test('on a conflict, changed fields keep the input, and the others take what somebody else saved', () => {
  const base = { name: 'Taana', hours: [{ days: 'Mon' }, { days: 'Sun' }], address: { email: 'a', mobile: '1' } };
  const typed = { name: 'Mine', hours: [{ days: 'Mon' }, { days: 'Sat' }], address: { email: 'a', mobile: '1' } };
  const saved = { name: 'Theirs', hours: [{ days: 'Tue' }, { days: 'Sun' }], address: { email: 'b', mobile: '1' } };
  expect(mergedTree(typed, base, saved)).toEqual({
    name: 'Mine',
    hours: [{ days: 'Tue' }, { days: 'Sat' }],
    address: { email: 'b', mobile: '1' },
  });
});
