/** Replaces the two selects visually with a slider. The selects stay in the form and contain the prices. */
export function startPriceSlider(): void {
  const box = document.querySelector<HTMLElement>('[data-price]');
  const [from, to] = [...(box?.querySelectorAll('select') ?? [])];
  if (box && from && to && !box.querySelector('input')) new PriceSlider(box, from, to);
}

class PriceSlider {
  readonly #steps: string[];
  readonly #from: HTMLSelectElement;
  readonly #to: HTMLSelectElement;
  readonly #low: HTMLInputElement;
  readonly #high: HTMLInputElement;
  readonly #track = document.createElement('div');
  readonly #priceText = document.querySelector<HTMLElement>('[data-price-words]');
  readonly #initialText = this.#priceText?.textContent ?? '';

  constructor(box: HTMLElement, from: HTMLSelectElement, to: HTMLSelectElement) {
    this.#steps = (box.dataset.price ?? '').split(' ');
    this.#from = from;
    this.#to = to;
    this.#low = this.#thumb('Lowest price');
    this.#high = this.#thumb('Highest price');
    this.#track.className = 'price-track';
    this.#track.append(this.#low, this.#high);
    this.#sync();
    box.append(this.#track, this.#scale());
    // If the list can't be loaded, the form is reset, and the thumbs must be reset with it.
    from.form?.addEventListener('reset', () => queueMicrotask(() => this.#sync()));
  }

  #thumb(label: string): HTMLInputElement {
    const thumb = document.createElement('input');
    Object.assign(thumb, { type: 'range', min: '0', max: String(this.#steps.length - 1), step: '1', ariaLabel: label });
    thumb.addEventListener('input', () => this.#onMove(thumb));
    return thumb;
  }

  /** Returns the scale, which is hidden from screen readers because they announce the thumbs. */
  #scale(): HTMLElement {
    const scale = document.createElement('p');
    const ends = [this.#steps[0], this.#steps.at(-1)].map((step) => {
      const end = document.createElement('span');
      end.textContent = [...this.#from.options].find(({ value }) => value === step)?.text.trim() ?? '';
      return end;
    });
    Object.assign(scale, { className: 'price-scale', ariaHidden: 'true' });
    scale.append(...ends);
    return scale;
  }

  #sync(): void {
    this.#low.value = String(this.#nearest(this.#from.value || '0'));
    this.#high.value = String(this.#nearest(this.#to.value || 'Infinity'));
    if (this.#priceText) this.#priceText.textContent = this.#initialText;
    this.#paint();
  }

  /** One thumb pushes the other, so that they are always at least one step apart. */
  #onMove(thumb: HTMLInputElement): void {
    const lastIndex = this.#steps.length - 1;
    let [low, high] = [this.#low.valueAsNumber, this.#high.valueAsNumber];
    const isCrossed = low >= high;
    if (isCrossed && thumb === this.#low)
      [low, high] = [Math.min(low, lastIndex - 1), Math.min(low, lastIndex - 1) + 1];
    else if (isCrossed) [low, high] = [Math.max(high, 1) - 1, Math.max(high, 1)];
    this.#low.value = String(low);
    this.#high.value = String(high);
    // A price between two steps does not change until its thumb is moved.
    if (thumb === this.#low || isCrossed || this.#from.value === '') this.#from.value = this.#steps[low] ?? '';
    if (thumb === this.#high || isCrossed || this.#to.value === '') this.#to.value = this.#steps[high] ?? '';
    this.#paint();
    if (this.#priceText) this.#priceText.textContent = this.#selectedText();
    this.#from.dispatchEvent(new Event('change', { bubbles: true }));
  }

  #paint(): void {
    const lastIndex = this.#steps.length - 1;
    this.#track.style.setProperty('--from', String(this.#low.valueAsNumber / lastIndex));
    this.#track.style.setProperty('--to', String(this.#high.valueAsNumber / lastIndex));
    this.#low.ariaValueText = textOf(this.#from);
    this.#high.ariaValueText = textOf(this.#to);
  }

  #selectedText(): string {
    const isFullRange = this.#from.value === this.#steps[0] && this.#to.value === this.#steps.at(-1);
    return isFullRange ? (this.#priceText?.dataset.any ?? '') : `${textOf(this.#from)} to ${textOf(this.#to)}`;
  }

  #nearest(rupees: string): number {
    const price = Math.min(Number(rupees), Number.MAX_SAFE_INTEGER);
    const distances = this.#steps.map((step) => Math.abs(Number(step) - price));
    return distances.indexOf(Math.min(...distances));
  }
}

function textOf(select: HTMLSelectElement): string {
  return select.selectedOptions[0]?.text.trim() ?? '';
}
