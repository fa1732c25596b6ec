/** Adds a slider for the prices. The two selects that it replaces visually stay in the form and contain the prices. */
export function startPriceSlider(): void {
  const box = document.querySelector<HTMLElement>('[data-price]');
  const [fromSelect, toSelect] = [...(box?.querySelectorAll('select') ?? [])];
  if (box && fromSelect && toSelect && !box.querySelector('input')) new PriceSlider(box, fromSelect, toSelect);
}

class PriceSlider {
  readonly #steps: string[];
  readonly #fromSelect: HTMLSelectElement;
  readonly #toSelect: HTMLSelectElement;
  readonly #lowThumb: HTMLInputElement;
  readonly #highThumb: HTMLInputElement;
  readonly #track = document.createElement('div');
  readonly #priceElement = document.querySelector<HTMLElement>('[data-price-words]');
  readonly #initialText = this.#priceElement?.textContent ?? '';

  constructor(box: HTMLElement, fromSelect: HTMLSelectElement, toSelect: HTMLSelectElement) {
    this.#steps = (box.dataset.price ?? '').split(' ');
    this.#fromSelect = fromSelect;
    this.#toSelect = toSelect;
    this.#lowThumb = this.#createThumb('Lowest price');
    this.#highThumb = this.#createThumb('Highest price');
    this.#track.className = 'price-track';
    this.#track.append(this.#lowThumb, this.#highThumb);
    this.#sync();
    box.append(this.#track, this.#createScale());
    // If the list can't be loaded, the form is reset, and the thumbs must be reset with it.
    fromSelect.form?.addEventListener('reset', () => queueMicrotask(() => this.#sync()));
  }

  #createThumb(label: string): HTMLInputElement {
    const thumb = document.createElement('input');
    Object.assign(thumb, { type: 'range', min: '0', max: String(this.#steps.length - 1), step: '1', ariaLabel: label });
    thumb.addEventListener('input', () => this.#onMove(thumb));
    return thumb;
  }

  /** Returns the scale, which is hidden from screen readers because they announce the thumbs. */
  #createScale(): HTMLElement {
    const scale = document.createElement('p');
    const ends = [this.#steps[0], this.#steps.at(-1)].map((step) => {
      const end = document.createElement('span');
      end.textContent = [...this.#fromSelect.options].find(({ value }) => value === step)?.text.trim() ?? '';
      return end;
    });
    Object.assign(scale, { className: 'price-scale', ariaHidden: 'true' });
    scale.append(...ends);
    return scale;
  }

  #sync(): void {
    this.#lowThumb.value = String(this.#nearestStepIndex(this.#fromSelect.value || '0'));
    this.#highThumb.value = String(this.#nearestStepIndex(this.#toSelect.value || 'Infinity'));
    if (this.#priceElement) this.#priceElement.textContent = this.#initialText;
    this.#paint();
  }

  /** One thumb pushes the other, so that they are always at least one step apart. */
  #onMove(thumb: HTMLInputElement): void {
    const lastIndex = this.#steps.length - 1;
    let [lowIndex, highIndex] = [this.#lowThumb.valueAsNumber, this.#highThumb.valueAsNumber];
    const isCrossed = lowIndex >= highIndex;
    if (isCrossed && thumb === this.#lowThumb)
      [lowIndex, highIndex] = [Math.min(lowIndex, lastIndex - 1), Math.min(lowIndex, lastIndex - 1) + 1];
    else if (isCrossed) [lowIndex, highIndex] = [Math.max(highIndex, 1) - 1, Math.max(highIndex, 1)];
    this.#lowThumb.value = String(lowIndex);
    this.#highThumb.value = String(highIndex);
    // A price between two steps does not change until its thumb is moved.
    if (thumb === this.#lowThumb || isCrossed || this.#fromSelect.value === '')
      this.#fromSelect.value = this.#steps[lowIndex] ?? '';
    if (thumb === this.#highThumb || isCrossed || this.#toSelect.value === '')
      this.#toSelect.value = this.#steps[highIndex] ?? '';
    this.#paint();
    if (this.#priceElement) this.#priceElement.textContent = this.#selectedText();
    this.#fromSelect.dispatchEvent(new Event('change', { bubbles: true }));
  }

  #paint(): void {
    const lastIndex = this.#steps.length - 1;
    this.#track.style.setProperty('--from', String(this.#lowThumb.valueAsNumber / lastIndex));
    this.#track.style.setProperty('--to', String(this.#highThumb.valueAsNumber / lastIndex));
    this.#lowThumb.ariaValueText = textOf(this.#fromSelect);
    this.#highThumb.ariaValueText = textOf(this.#toSelect);
  }

  #selectedText(): string {
    const isFullRange = this.#fromSelect.value === this.#steps[0] && this.#toSelect.value === this.#steps.at(-1);
    return isFullRange
      ? (this.#priceElement?.dataset.any ?? '')
      : `${textOf(this.#fromSelect)} to ${textOf(this.#toSelect)}`;
  }

  /** Returns the index of the step that is nearest to the price in an option. */
  #nearestStepIndex(optionValue: string): number {
    const rupees = Math.min(Number(optionValue), Number.MAX_SAFE_INTEGER);
    const distances = this.#steps.map((step) => Math.abs(Number(step) - rupees));
    return distances.indexOf(Math.min(...distances));
  }
}

function textOf(select: HTMLSelectElement): string {
  return select.selectedOptions[0]?.text.trim() ?? '';
}
