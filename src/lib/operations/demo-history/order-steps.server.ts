import type { HistoryStep, StepContext, TimeOf } from '#lib/operations/demo-history/history-step.ts';
import { actionsOf } from '#lib/operations/demo-history/order-outcomes.server.ts';
import { ORDER_PLANS, type OrderPlan } from '#lib/operations/demo-history/order-plans.ts';
import { placeDemoOrder } from '#lib/operations/demo-history/place-demo-order.server.ts';
import { seededRandom } from '#lib/primitives/seeded-random.ts';

const FIRST_HOUR = 8;
const LAST_HOUR = 21;
/** The stock for an unpaid order is reserved for only half an hour, so the unpaid order comes last. */
const UNPAID_HOUR = 23.9;

/** Returns a step for each order, and a step for each change to it. */
export function orderSteps(timeOf: TimeOf): HistoryStep[] {
  return ORDER_PLANS.flatMap((plan, planIndex) => stepsOf(plan, planIndex, timeOf));
}

function stepsOf(plan: OrderPlan, planIndex: number, timeOf: TimeOf): HistoryStep[] {
  const { daysAgo, outcome, payment } = plan;
  const hour = outcome === 'not paid' ? UNPAID_HOUR : hourOf(planIndex);
  const placeStep: HistoryStep = {
    at: timeOf(daysAgo, hour),
    run: (context) => placeDemoOrder(context, plan, planIndex),
  };
  const laterSteps = actionsOf(outcome, payment).map(({ days, hour: actionHour, act }) => ({
    // The minutes differ between orders that change in the same hour.
    at: timeOf(daysAgo - days, days === 0 ? hour + actionHour : actionHour + (planIndex % 10) / 40),
    run: (context: StepContext) => act(context, planIndex),
  }));
  return [placeStep, ...laterSteps];
}

function hourOf(planIndex: number): number {
  const random = seededRandom(planIndex + 1_001);
  return FIRST_HOUR + random.integerBelow((LAST_HOUR - FIRST_HOUR) * 60) / 60;
}
