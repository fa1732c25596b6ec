import { describe, expect, test } from 'vitest';
import { pageWindow, paginationData } from '#lib/catalog/listing/pagination.ts';

describe('pagination', () => {
  test.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, 3, 4, 5]],
    [5, 9, [3, 4, 5, 6, 7]],
    [9, 9, [5, 6, 7, 8, 9]],
  ])('page %i of %i links to the pages %j', (page, lastPage, shownPages) => {
    expect(pageWindow(page, lastPage)).toEqual(shownPages);
  });

  test('the pagination data has the numbers of the neighbouring pages, or null if there are none', () => {
    expect(paginationData(21, 10, 2)).toEqual({
      total: 21,
      per_page: 10,
      last_page: 3,
      current_page: 2,
      hasPrevPage: true,
      hasNextPage: true,
      prev: 1,
      next: 3,
    });
    expect(paginationData(0, 10, 1)).toMatchObject({
      last_page: 1,
      hasPrevPage: false,
      hasNextPage: false,
      prev: null,
      next: null,
    });
  });
});
