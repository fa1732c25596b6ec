/** Selects all rows of a list page, or a range of rows with Shift, and shows how many are selected. */
for (const bar of document.querySelectorAll<HTMLElement>('.bulk-bar')) {
  const form = bar.closest('form');
  const selectAll = bar.querySelector<HTMLInputElement>('[data-choose-all]');
  const countElement = bar.querySelector<HTMLElement>('[data-chosen]');
  // Includes checkboxes outside the form that are associated with the form by their `form` attribute.
  const boxes = [...(form?.elements ?? [])].filter(
    (field): field is HTMLInputElement =>
      field instanceof HTMLInputElement && field.type === 'checkbox' && field.closest('tbody') !== null,
  );
  let lastClickedIndex: number | undefined;

  function showCount(): void {
    const selectedCount = boxes.filter((box) => box.checked).length;
    if (countElement) countElement.textContent = `Selected ${countElement.dataset.chosen}: ${selectedCount}`;
    if (!selectAll) return;
    selectAll.checked = selectedCount === boxes.length;
    selectAll.indeterminate = selectedCount > 0 && selectedCount < boxes.length;
  }

  selectAll?.addEventListener('change', () => {
    for (const box of boxes) box.checked = selectAll.checked;
    showCount();
  });
  for (const [index, box] of boxes.entries())
    box.addEventListener('click', ({ shiftKey }) => {
      if (shiftKey && lastClickedIndex !== undefined)
        for (const otherBox of boxes.slice(Math.min(lastClickedIndex, index), Math.max(lastClickedIndex, index) + 1))
          otherBox.checked = box.checked;
      lastClickedIndex = index;
      showCount();
    });
  // When the user returns to the page with the Back button, the browser restores the state of the checkboxes.
  window.addEventListener('pageshow', showCount);
  showCount();
}
