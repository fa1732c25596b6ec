import { describe, expect, test } from 'vitest';
import type { FormField } from '#lib/content/admin/settings/form-field.ts';
import { withColumns } from '#lib/content/admin/settings/form-rows.ts';
import { type FieldError, mergedTree, readTree, treeOf, treeValue } from '#lib/content/admin/settings/form-tree.ts';
import { rowAction, withRowAction } from '#lib/content/admin/settings/row-action.ts';
import { buildForm } from '#lib/content/admin/settings/schema-form.server.ts';
import { SETTINGS_PAGES } from '#lib/content/admin/settings/settings-pages.server.ts';
import { CONTENT_DOCUMENTS } from '#lib/content/publishing/content-documents.server.ts';
import { Content } from '#lib/platform/content/content.server.ts';
import type { ContentDocument } from '#lib/platform/content/content-document.ts';
import { DELIVERY } from '#lib/sales/cart/delivery/delivery.schema.ts';
import { SETTINGS } from '#lib/shop/settings/settings.schema.ts';
import { sentFields } from '#support/flat-form.ts';

const content = new Content();
const demo = (document: ContentDocument<unknown>) => content.demoFields(document, document.path);
const formOfDemo = (document: ContentDocument<unknown>) => withColumns(buildForm(document), demo(document));
const unchangedInput = (root: FormField, value: unknown) => sentFields(root, treeOf(root, value));
const readValue = (root: FormField, fields: Record<string, string>, base: unknown) =>
  treeValue(root, readTree(root, fields), base, []);

describe.each(CONTENT_DOCUMENTS.filter(({ format }) => format === 'json'))('the form of $path', (document) => {
  test('gives the same document when submitted unchanged, with or without the stored document', () => {
    const root = formOfDemo(document);
    const fields = unchangedInput(root, demo(document));
    expect(readValue(root, fields, demo(document))).toEqual(demo(document));
    // Without the stored document, a field whose text loses information would not give the same document.
    const { schema } = document;
    expect(schema.parse(readValue(root, fields, undefined))).toEqual(schema.parse(demo(document)));
  });

  test('keeps the stored value of each field that is missing from the input', () => {
    const root = formOfDemo(document);
    const fieldNames = Object.keys(unchangedInput(root, demo(document)));
    for (const missingField of fieldNames.filter((name) => !/(?:^|\.)(?:rows|\d+)(?:\.|$)/.test(name))) {
      const { [missingField]: _omitted, ...fields } = unchangedInput(root, demo(document));
      expect(readValue(root, fields, demo(document))).toEqual(demo(document));
    }
    expect(readValue(root, {}, demo(document))).toEqual(demo(document));
  });
});

test('each settings page has the fields listed for it, and together the pages have all settings fields', () => {
  const listedFields = SETTINGS_PAGES.filter(({ document }) => document === SETTINGS).flatMap(
    ({ fields }) => fields ?? [],
  );
  expect([...listedFields].sort()).toEqual(Object.keys(demo(SETTINGS) as object).sort());
  for (const { document, fields } of SETTINGS_PAGES) {
    const root = buildForm(document, fields);
    if (fields) expect(root.kind === 'group' && root.fields.map(({ name }) => name)).toEqual(fields);
  }
});

describe('form input', () => {
  const root = buildForm(DELIVERY);
  const submit = (changes: Record<string, string>) => {
    const errors: FieldError[] = [];
    const fields = { ...unchangedInput(root, demo(DELIVERY)), ...changes };
    const value = treeValue(root, readTree(root, fields), demo(DELIVERY), errors);
    return { value, errors };
  };

  test('is converted to paise, lists, numbers and booleans', () => {
    const { value, errors } = submit({
      'zones.0.pricePaise': '₹ 1,049.50',
      'zones.0.prefixes': '500, 501,\r\n 502',
      'zones.0.days.1': '4',
      'zones.3.cod': 'no',
      'zones.3.prefixes': 'Rest of India',
    });
    expect(errors).toEqual([]);
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
    ['zones.1.pricePaise', '1.005', 'must have at most two decimals'],
  ])('is rejected in %s: “%s”', (field, text, message) => {
    expect(submit({ [field]: text }).errors).toEqual([{ field, message }]);
  });
});

describe('rows', () => {
  const root = buildForm(DELIVERY);
  const tree = treeOf(root, demo(DELIVERY));
  const namesAfter = (button: string) => {
    const action = rowAction(button);
    const changedTree = action ? withRowAction(root, tree, action) : tree;
    return (changedTree as { zones: { name: string }[] }).zones.map(({ name }) => name);
  };
  const [hyderabad, south, far, rest] = namesAfter('');

  test.each([
    ['up zones.1', [south, hyderabad, far, rest]],
    ['down zones.1', [hyderabad, far, south, rest]],
    ['up zones.0', [hyderabad, south, far, rest]],
    ['remove zones.2', [hyderabad, south, rest]],
    ['remove zones.9', [hyderabad, south, far, rest]],
    ['add zones', [hyderabad, south, far, rest, '']],
    ['add __proto__', [hyderabad, south, far, rest]],
    ['remove zones', [hyderabad, south, far, rest]],
  ])('after a click on the button “%s” are %j', (button, expected) => {
    expect(namesAfter(button)).toEqual(expected);
  });
});

test('on a conflict, changed fields keep the input, and the others get the values saved by somebody else', () => {
  const base = { name: 'Taana', hours: [{ days: 'Mon' }, { days: 'Sun' }], address: { email: 'a', mobile: '1' } };
  const inputTree = { name: 'Mine', hours: [{ days: 'Mon' }, { days: 'Sat' }], address: { email: 'a', mobile: '1' } };
  const savedTree = { name: 'Theirs', hours: [{ days: 'Tue' }, { days: 'Sun' }], address: { email: 'b', mobile: '1' } };
  expect(mergedTree(inputTree, base, savedTree)).toEqual({
    name: 'Mine',
    hours: [{ days: 'Tue' }, { days: 'Sat' }],
    address: { email: 'b', mobile: '1' },
  });
});
