import { describe, expect, test } from 'vitest';
import type { Action } from '#islands/offline/actions.ts';
import { actionText, isTooOld, mergeAction, type WaitingAction } from '#islands/offline/waiting-actions.ts';
import { DAY_MS } from '#lib/primitives/durations.ts';
import { seededRandom } from '#lib/primitives/seeded-random.ts';

const wish = (isWanted: boolean, product = '1'): Action => ({ kind: 'wish', product, isWanted, name: 'Kurta' });
const add = (quantity: number, variant = '7'): Action => ({
  kind: 'add',
  line: { product: '1', variant, quantity },
  name: 'Kurta',
});
const quantity = (newQuantity: number, line = 'l7'): Action => ({
  kind: 'quantity',
  line,
  quantity: newQuantity,
  seenPrice: 300,
  name: 'Kurta',
});
const remove: Action = { kind: 'remove', line: 'l7', name: 'Kurta' };
const review = (summary: string): Action => ({ kind: 'review', fields: { product: '1', summary }, name: 'Kurta' });

type State = Pick<WaitingAction, 'sentAt' | 'refusal'>;

function waitingActions(...actions: (Action | [Action, State])[]): WaitingAction[] {
  return actions.map((entry, index) => {
    const [action, state] = Array.isArray(entry) ? entry : [entry, {}];
    return { id: index + 1, key: `k${index}`, customer: '', queuedAt: 0, ...state, action };
  });
}

describe('a waiting action', () => {
  test.each<[string, WaitingAction[], Action, number[], Action]>([
    ['the last state of a wish is used', waitingActions(wish(true)), wish(false), [1], wish(false)],
    ['wishes for other products are kept', waitingActions(wish(true, '2')), wish(true), [], wish(true)],
    [
      'the last quantity is used',
      waitingActions(quantity(2), wish(true), quantity(3)),
      quantity(5),
      [1, 3],
      quantity(5),
    ],
    ['a removal replaces a quantity', waitingActions(quantity(2)), remove, [1], remove],
    [
      'the last text of a review is used',
      waitingActions(review('Good')),
      review('Very good'),
      [1],
      review('Very good'),
    ],
    ['additions of the same goods add up', waitingActions(add(1), wish(true)), add(2), [1], add(3)],
    ['lengths are added without rounding errors', waitingActions(add(0.1)), add(0.2), [1], add(0.3)],
    ['additions of other goods are kept', waitingActions(add(1, '8')), add(2), [], add(2)],
    ['an addition before a new quantity is kept', waitingActions(add(1), quantity(4)), add(1), [], add(1)],
    ['an addition that was sent is kept', waitingActions([add(1), { sentAt: 5 }]), add(1), [], add(1)],
    ['a quantity that was sent is kept', waitingActions([quantity(2), { sentAt: 5 }]), quantity(3), [], quantity(3)],
    [
      'a rejected addition is replaced',
      waitingActions([add(9), { sentAt: 5, refusal: 'Out of stock' }]),
      add(1),
      [1],
      add(1),
    ],
  ])('is merged with a new action: %s', (_, before, action, replacedIds, merged) => {
    expect(mergeAction(before, action)).toEqual({ replacedIds, action: merged });
  });

  test('can replace other waiting actions without changing the outcome', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = seededRandom(seed);
      const choices = [add(1), add(2), quantity(3), quantity(5), remove, wish(true), wish(false), add(1, '8')];
      const actions = Array.from({ length: 12 }, () => random.pick(choices));
      let queue: WaitingAction[] = [];
      for (const [index, action] of actions.entries()) {
        const merged = mergeAction(queue, action);
        const sentAt = random.chance(0.2) ? 1 : undefined;
        const [addedAction] = waitingActions([merged.action, { sentAt }]);
        queue = queue.filter(({ id }) => !merged.replacedIds.includes(id));
        if (addedAction) queue.push({ ...addedAction, id: index + 100 });
      }
      expect(outcome(queue.map(({ action }) => action)), `seed ${seed}`).toEqual(outcome(actions));
    }
  });

  test('is too old six days after it was queued or last sent', () => {
    expect(isTooOld({ queuedAt: 0 }, 6 * DAY_MS)).toBe(false);
    expect(isTooOld({ queuedAt: 0 }, 6 * DAY_MS + 1)).toBe(true);
    expect(isTooOld({ queuedAt: 0, sentAt: DAY_MS }, 7 * DAY_MS)).toBe(false);
  });

  test('is described in text', () => {
    expect([wish(true), wish(false), add(2), quantity(3), remove, review('Good')].map(actionText)).toEqual([
      'Add to wishlist: Kurta',
      'Remove from wishlist: Kurta',
      'Add to cart: Kurta, quantity 2',
      'Quantity 3: Kurta',
      'Remove from cart: Kurta',
      'Review: Kurta',
    ]);
  });
});

/** Returns the data on the server after the actions: line l7 contains variant 7. */
function outcome(actions: readonly Action[]): Record<string, number> {
  const storedData: Record<string, number> = { '7': 1 };
  for (const action of actions) {
    if (action.kind === 'wish') storedData.wish = Number(action.isWanted);
    else if (action.kind === 'add')
      storedData[action.line.variant ?? ''] = (storedData[action.line.variant ?? ''] ?? 0) + action.line.quantity;
    else if (action.kind === 'quantity') storedData['7'] = action.quantity;
    else if (action.kind === 'remove') storedData['7'] = 0;
  }
  return storedData;
}
