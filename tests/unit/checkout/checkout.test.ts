import { describe, expect, test } from 'vitest';
import { CHECKOUT_STEPS, type CheckoutStep, cashOffer, nextStep, stepToShow } from '#lib/sales/checkout/checkout.ts';

const ZONE = {
  name: 'Hyderabad',
  pricePaise: 6_000,
  days: [2, 4] as const,
  isCod: true,
  codFeePaise: 3_500,
  codMaximumPaise: 1_000_000,
  freeFromPaise: 99_900,
  closings: [],
};
const cartOf = (totalPaise: number) => ({ totals: { totalPaise } }) as Parameters<typeof cashOffer>[0];

describe('cash on delivery', () => {
  test('adds the fee of the zone to the cart total', () =>
    expect(cashOffer(cartOf(50_000), ZONE)).toEqual({
      feePaise: 3_500,
      totalPaise: 53_500,
      advancePaise: 0,
      refusal: undefined,
    }));

  test('is offered up to the maximum, including the fee', () => {
    expect(cashOffer(cartOf(996_500), ZONE)).toEqual({
      feePaise: 3_500,
      totalPaise: 1_000_000,
      advancePaise: 0,
      refusal: undefined,
    });
    expect(cashOffer(cartOf(996_501), ZONE).refusal).toBe('Possible up to ₹10,000.00.');
  });

  test('is not offered in a zone that excludes it, whether below or above the maximum', () => {
    for (const totalPaise of [50_000, 2_000_000]) {
      const { refusal } = cashOffer(cartOf(totalPaise), { ...ZONE, isCod: false });
      expect(refusal).toBe('Cash on delivery is not available here.');
    }
  });
});

describe('the current step of the checkout', () => {
  const isFinishedIn = (...steps: CheckoutStep[]) => {
    return (step: CheckoutStep) => steps.includes(step);
  };

  test.each<[requestedStep: string | null, finishedSteps: CheckoutStep[], shownStep: CheckoutStep]>([
    [null, [], 'contact'],
    [null, ['contact'], 'address'],
    [null, ['contact', 'address', 'delivery'], 'payment'],
    ['address', ['contact', 'address', 'delivery'], 'address'],
    ['contact', ['contact', 'address'], 'contact'],
    ['payment', ['contact', 'delivery'], 'address'],
    ['unknown', ['contact', 'address'], 'delivery'],
    // With nothing missing, every step can be shown.
    ['payment', [...CHECKOUT_STEPS], 'payment'],
    [null, [...CHECKOUT_STEPS], 'payment'],
    ['delivery', [...CHECKOUT_STEPS], 'delivery'],
  ])('with %s requested and %j finished is: %s', (requestedStep, finishedSteps, shownStep) =>
    expect(stepToShow(requestedStep, isFinishedIn(...finishedSteps))).toBe(shownStep),
  );

  test.each<[CheckoutStep, CheckoutStep]>([
    ['contact', 'address'],
    ['address', 'delivery'],
    ['delivery', 'payment'],
    ['payment', 'payment'],
  ])('after %s comes %s', (step, next) => expect(nextStep(step)).toBe(next));
});
