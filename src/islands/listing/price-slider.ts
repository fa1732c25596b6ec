import { PRICE_STEPS } from '#lib/listing/list-query.ts';

/** The selects stay in the form and hold the value; the slider only sets them (product.md, "Listing"). */
export function startPriceSlider(): void {
  const box = document.querySelector<HTMLElement>('[data-price]');
  if (!box || box.querySelector('input')) return;
  const [low, high] = [...box.querySelectorAll('select')];
  if (!low || !high) return;
  const lowest = thumb(low, 'Lowest price');
  const highest = thumb(high, 'Highest price');
  const track = document.createElement('div');
  track.className = 'price-track';
  track.append(lowest, highest);
  box.append(track);

  lowest.addEventListener('input', () =>
    follow(lowest, low, Math.min(lowest.valueAsNumber, highest.valueAsNumber - 1)),
  );
  highest.addEventListener('input', () =>
    follow(highest, high, Math.max(highest.valueAsNumber, lowest.valueAsNumber + 1)),
  );
}

function thumb(select: HTMLSelectElement, label: string): HTMLInputElement {
  const input = document.createElement('input');
  const values = [...select.options].map((option) => Number(option.value));
  Object.assign(input, { type: 'range', min: '0', max: String(PRICE_STEPS.length - 1), step: '1' });
  input.setAttribute('aria-label', label);
  const chosen = values[select.selectedIndex] ?? 0;
  input.value = String(nearestStep(chosen));
  input.setAttribute('aria-valuetext', select.selectedOptions[0]?.text ?? '');
  return input;
}

function nearestStep(price: number): number {
  const distances = PRICE_STEPS.map((step) => Math.abs(step - price));
  return distances.indexOf(Math.min(...distances));
}

function follow(input: HTMLInputElement, select: HTMLSelectElement, step: number): void {
  input.value = String(step);
  select.value = String(PRICE_STEPS[step]);
  input.setAttribute('aria-valuetext', select.selectedOptions[0]?.text ?? '');
  select.dispatchEvent(new Event('change', { bubbles: true }));
}
