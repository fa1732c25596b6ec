const PAGE_WINDOW = 5;

/** Returns the numbers of up to five pages around the current page. */
export function pageWindow(page: number, lastPage: number): number[] {
  const length = Math.min(PAGE_WINDOW, lastPage);
  const firstPage = Math.min(Math.max(page - Math.floor(PAGE_WINDOW / 2), 1), lastPage - length + 1);
  return Array.from({ length }, (_, index) => firstPage + index);
}

export function paginationData(total: number, perPage: number, currentPage: number) {
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const hasPrevPage = currentPage > 1;
  const hasNextPage = currentPage < lastPage;
  return {
    total,
    per_page: perPage,
    last_page: lastPage,
    current_page: currentPage,
    hasPrevPage,
    hasNextPage,
    prev: hasPrevPage ? currentPage - 1 : null,
    next: hasNextPage ? currentPage + 1 : null,
  };
}
