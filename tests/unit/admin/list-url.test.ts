import { describe, expect, test } from 'vitest';
import { filteredListHref, listParams } from '#lib/admin/views/list-url.ts';
import { ORDER_QUERY } from '#lib/sales/orders/list/order-query.schema.ts';

const paramsOf = (query: string) => String(listParams(ORDER_QUERY, new URLSearchParams(query)));

describe('the parameters of a list', () => {
  test.each([
    ['the default list', '', ''],
    ['empty fields of the form', 'search=&status=open&payment=&from=&to=&state=&zone=&carrier=&sort=', ''],
    ['filters', 'status=all&zone=South+India&sort=highest', 'status=all&zone=South+India&sort=highest'],
    ['a page', 'status=all&after=1.a&before=2.b', 'status=all'],
    ['invalid or unknown values', 'status=x&payment=gold&from=yesterday&sort=up&other=1', ''],
    ['a search with spaces', 'search=+asha+rao+', 'search=asha+rao'],
  ])('contain only differences from the defaults: %s', (_description, query, expected) => {
    expect(paramsOf(query)).toBe(expected);
  });

  test('can be changed or removed one by one without changing the original', () => {
    const params = new URLSearchParams('status=all&zone=South+India');
    expect(filteredListHref(params, { sort: 'highest' })).toBe('?status=all&zone=South+India&sort=highest');
    expect(filteredListHref(params, { zone: undefined })).toBe('?status=all');
    expect(String(params)).toBe('status=all&zone=South+India');
  });
});
