import { recordMiss, saveMisses } from '#lib/catalog/search/search-misses.server.ts';
import { createContactMessage } from '#lib/customers/contact/contact.server.ts';
import { answerMessage } from '#lib/customers/contact/contact-admin.server.ts';
import { checkNewsletterCode, requestNewsletterCode, subscribe } from '#lib/customers/newsletter/newsletter.server.ts';
import { soldOutVariants } from '#lib/operations/demo-history/choose-variants.ts';
import { asDemoOwner } from '#lib/operations/demo-history/demo-staff.server.ts';
import { readMailedCode } from '#lib/operations/demo-history/history-mails.server.ts';
import {
  type HistoryStep,
  idOf,
  SkippedStep,
  type StepContext,
  type TimeOf,
} from '#lib/operations/demo-history/history-step.ts';
import {
  CONTACT_MESSAGES,
  RESTOCK_REQUESTS,
  SEARCHES_WITHOUT_RESULTS,
  SUBSCRIBERS,
} from '#lib/operations/demo-history/texts.ts';
import { UNKNOWN_NETWORKS } from '#lib/platform/http/network/network.ts';
import { confirmRestockCode, requestRestockCode } from '#lib/sales/back-in-stock/request-restock.server.ts';

/** Returns steps for contact messages, newsletter subscriptions, back-in-stock requests and searches. */
export function visitorSteps(timeOf: TimeOf): HistoryStep[] {
  return [
    ...CONTACT_MESSAGES.flatMap(({ daysAgo, answer, ...message }, index) => {
      const messageStep = {
        at: timeOf(daysAgo, 17.3),
        run: async ({ shop, ids }: StepContext) => {
          ids.set(`message ${index}`, await createContactMessage(shop, message));
        },
      };
      if (answer === undefined) return [messageStep];
      return [
        messageStep,
        { at: timeOf(daysAgo - 1, 11), run: (context: StepContext) => sendAnswer(context, index, answer) },
      ];
    }),
    ...SUBSCRIBERS.map(({ daysAgo, email }) => ({
      at: timeOf(daysAgo, 21.6),
      run: (context: StepContext) => subscribeToNewsletter(context, email),
    })),
    ...RESTOCK_REQUESTS.map(({ daysAgo, email, soldOutIndex }) => ({
      at: timeOf(daysAgo, 19.4),
      run: (context: StepContext) => requestRestockMail(context, email, soldOutIndex),
    })),
    ...SEARCHES_WITHOUT_RESULTS.map(({ daysAgo, term, times }) => ({
      at: timeOf(daysAgo, 22.1),
      run: (context: StepContext) => searchWithoutResults(context, term, times),
    })),
  ];
}

function sendAnswer(context: StepContext, index: number, message: string): Promise<void> {
  const id = idOf(context, `message ${index}`);
  return asDemoOwner(() => answerMessage(context.shop, { id, version: 0, message }));
}

async function subscribeToNewsletter({ shop }: StepContext, email: string): Promise<void> {
  const token = await requestNewsletterCode(shop, { email }, UNKNOWN_NETWORKS);
  const code = await readMailedCode(shop.db, email);
  await checkNewsletterCode(shop, { token, code, email }, UNKNOWN_NETWORKS);
  await subscribe(shop, { email }, token);
}

async function requestRestockMail({ shop, variants }: StepContext, email: string, soldOutIndex: number): Promise<void> {
  const variant = soldOutVariants(variants)[soldOutIndex];
  if (!variant) throw new SkippedStep('too few variants are sold out');
  const token = await requestRestockCode(shop, { variantId: variant.variantId, email }, UNKNOWN_NETWORKS);
  const code = await readMailedCode(shop.db, email);
  await confirmRestockCode(shop, { token, code }, UNKNOWN_NETWORKS);
}

async function searchWithoutResults({ shop }: StepContext, term: string, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) recordMiss(shop, term);
  await saveMisses(shop);
}
