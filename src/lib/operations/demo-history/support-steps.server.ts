import { createTicket, replyToTicket } from '#lib/customers/support/ticket.server.ts';
import { answerTicket, closeTicket } from '#lib/customers/support/ticket-admin.server.ts';
import { asDemoOwner } from '#lib/operations/demo-history/demo-staff.server.ts';
import { type HistoryStep, idOf, type StepContext, type TimeOf } from '#lib/operations/demo-history/history-step.ts';
import { TICKET_PLANS, type TicketPlan } from '#lib/operations/demo-history/texts.ts';

const MESSAGE_HOUR = 11.7;

/** Returns steps for tickets and their replies, with one message per ticket and day. */
export function ticketSteps(timeOf: TimeOf): HistoryStep[] {
  return TICKET_PLANS.flatMap((plan, index) => {
    const daysLater = (days: number) => timeOf(plan.daysAgo - days, MESSAGE_HOUR + index / 10);
    const replySteps = (plan.replies ?? []).map((reply, position) => ({
      at: daysLater(1 + position),
      run: (context: StepContext) => sendReply(context, index, plan, reply),
    }));
    const closeStep = {
      at: daysLater(1 + replySteps.length),
      run: (context: StepContext) =>
        asDemoOwner(() => closeTicket(context.shop, idOf(context, `ticket number ${index}`))),
    };
    const createStep = { at: daysLater(0), run: (context: StepContext) => openTicket(context, index, plan) };
    return [createStep, ...replySteps, ...(plan.isClosed ? [closeStep] : [])];
  });
}

async function openTicket(context: StepContext, index: number, plan: TicketPlan): Promise<void> {
  const { subject, priority, message } = plan;
  const customerId = idOf(context, plan.customer);
  const { _id, number } = await createTicket(context.shop, customerId, { subject, priority, message }, []);
  context.ids.set(`ticket ${index}`, _id);
  context.ids.set(`ticket number ${index}`, number);
}

async function sendReply(
  context: StepContext,
  index: number,
  plan: TicketPlan,
  { by, message }: NonNullable<TicketPlan['replies']>[number],
): Promise<void> {
  if (by === 'shop')
    return asDemoOwner(() => answerTicket(context.shop, idOf(context, `ticket number ${index}`), message));
  const id = idOf(context, `ticket ${index}`);
  await replyToTicket(context.shop, idOf(context, plan.customer), { id, message }, []);
}
