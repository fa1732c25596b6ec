/** Chooses rows of a list: all of the page, or with Shift a range; and shows how many are chosen. */
for (const bar of document.querySelectorAll<HTMLElement>('.bulk-bar')) {
  const form = bar.closest('form');
  const all = bar.querySelector<HTMLInputElement>('[data-choose-all]');
  const count = bar.querySelector<HTMLElement>('[data-chosen]');
  // Also those outside the form, which belong to it by their attribute.
  const boxes = [...(form?.elements ?? [])].filter(
    (field): field is HTMLInputElement =>
      field instanceof HTMLInputElement && field.type === 'checkbox' && field.closest('tbody') !== null,
  );
  let last: number | undefined;

  function show(): void {
    const chosen = boxes.filter((box) => box.checked).length;
    if (count) count.textContent = `Chosen ${count.dataset.chosen}: ${chosen}`;
    if (!all) return;
    all.checked = chosen === boxes.length;
    all.indeterminate = chosen > 0 && chosen < boxes.length;
  }

  all?.addEventListener('change', () => {
    for (const box of boxes) box.checked = all.checked;
    show();
  });
  for (const [index, box] of boxes.entries())
    box.addEventListener('click', ({ shiftKey }) => {
      if (shiftKey && last !== undefined)
        for (const other of boxes.slice(Math.min(last, index), Math.max(last, index) + 1)) other.checked = box.checked;
      last = index;
      show();
    });
  // A browser that goes back restores the boxes.
  window.addEventListener('pageshow', show);
  show();
}
