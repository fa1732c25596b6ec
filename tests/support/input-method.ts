import { expect, type Locator, type Page } from '@playwright/test';
import { tabToLocator } from './keyboard.ts';

/** A way to use the controls on a page. */
export interface InputMethod {
  /** Follows a link, presses a button, or opens details. */
  press(control: Locator): Promise<void>;
  check(box: Locator): Promise<void>;
  focus(field: Locator): Promise<void>;
  /** Replaces the text of a field. */
  type(field: Locator, text: string): Promise<void>;
  /** Chooses an option of a select. */
  choose(select: Locator, label: string): Promise<void>;
  /** Chooses a radio button. */
  pick(radio: Locator): Promise<void>;
}

const MAX_ARROWS = 20;

/** Returns a method that taps, and calls `count` for each tap except those on the on-screen keyboard. */
export function touch(count: () => void): InputMethod {
  const tap = async (target: Locator) => {
    count();
    await target.tap();
  };
  return {
    press: tap,
    check: tap,
    focus: tap,
    async type(field, text) {
      await tap(field);
      await field.fill(text);
    },
    async choose(select, label) {
      // One tap opens the phone's list, which is not part of the page, and a second tap chooses an option.
      await tap(select);
      count();
      await select.selectOption({ label });
    },
    pick: tap,
  };
}

/** Returns a method that uses Tab, Enter, Space, the arrow keys and text input, but never a click. */
export function keyboard(page: Page): InputMethod {
  const focus = async (target: Locator) => {
    await target.waitFor();
    await tabToLocator(page, target, String(target));
  };
  const focusAndPress = (key: string) => async (target: Locator) => {
    await focus(target);
    await page.keyboard.press(key);
  };
  const arrowsUntil = async (isDone: () => Promise<boolean>) => {
    for (let arrows = 0; arrows < MAX_ARROWS && !(await isDone()); arrows++) await page.keyboard.press('ArrowDown');
    expect(await isDone()).toBe(true);
  };
  return {
    press: focusAndPress('Enter'),
    check: focusAndPress('Space'),
    focus,
    async type(field, text) {
      await focus(field);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(text);
    },
    async choose(select, label) {
      await focus(select);
      await arrowsUntil(async () => (await select.locator('option:checked').textContent()) === label);
    },
    async pick(radio) {
      const name = await radio.getAttribute('name');
      await focus(page.locator(`input[type=radio][name="${name}"]:checked`));
      await arrowsUntil(() => radio.isChecked());
    },
  };
}
