import { type Answers, BACK } from '#lib/operations/setup/answers.server.ts';
import { chosen } from '#lib/operations/setup/choices.ts';
import { hasOwnZones } from '#lib/operations/setup/delivery-answers.ts';
import { answeredBefore, isOwn, keepAnswer, type SetupPlace } from '#lib/operations/setup/keep-answer.server.ts';
import { isAsked, NOTHING, QUESTIONS, type Question } from '#lib/operations/setup/questions.ts';
import { type Outcome, tryMail } from '#lib/operations/setup/try-out.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import { ownerSettings } from '#lib/platform/load-settings.server.ts';
import { DELIVERY } from '#lib/sales/cart/delivery/delivery.schema.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

/** Asks what is wanted, and keeps each answer at once. Returns what failed, by the last answer to each question. */
export async function askAll(place: SetupPlace, answers: Answers): Promise<string[]> {
  const failed = new Map<Question, string[]>();
  const asked: number[] = [];
  for (let at = 0; at < QUESTIONS.length; ) {
    const question = QUESTIONS[at];
    if (!question || !isWanted(place, question)) {
      at += 1;
      continue;
    }
    const { answer, complaint, isEnd } = await answered(place, question, answers);
    if (isEnd) break;
    if (answer === BACK) {
      if (asked.length === 0) console.log('This is the first question.');
      at = asked.pop() ?? at;
      continue;
    }
    failed.set(question, complaint ? [complaint] : []);
    if (question.keeps === 'letter' && answer) failed.set(question, failureOf(await tryMail(place, answer)));
    asked.push(at);
    at += 1;
  }
  // A question that no longer applies after a step back does not count.
  return [...failed].flatMap(([question, complaints]) => (isWanted(place, question) ? complaints : []));
}

/** Prints how a trial went. */
export function failureOf({ isGood, text }: Outcome): string[] {
  console.log(`${isGood ? '✓' : '✗'} ${text}`);
  return isGood ? [] : [text];
}

export function isWanted(place: SetupPlace, question: Question): boolean {
  const { db, env } = place;
  if (question.keeps === 'delivery' && hasOwnZones(contentOf(db).of(DELIVERY), isOwn(db, DELIVERY.path))) return false;
  const { gstin } = shopSettings(db);
  const settings: Partial<Record<string, string>> = { ...ownerSettings(env), gstin };
  return isAsked(question, (name) => Boolean(settings[name]));
}

interface Answered {
  answer?: string | typeof BACK;
  complaint?: string;
  isEnd?: true;
}

async function answered(place: SetupPlace, question: Question, answers: Answers): Promise<Answered> {
  for (;;) {
    const said = await answers.next(question, await answeredBefore(place, question));
    if (said === BACK) return { answer: BACK };
    if (said === undefined) return answers.isOfPerson ? { isEnd: true } : {};
    const given = chosen(question, said === NOTHING ? '' : said);
    const complaint =
      'complaint' in given ? `${question.name}: ${given.complaint}` : await refusal(place, question, given.answer);
    if (complaint === undefined && 'answer' in given) return { answer: given.answer };
    if (!answers.isOfPerson) return { complaint: complaint ?? '' };
    console.log(`✗ ${complaint}`);
  }
}

async function refusal(place: SetupPlace, question: Question, answer: string): Promise<string | undefined> {
  if (answer === '' && !question.isOptional) return `${question.name} is needed.`;
  try {
    await keepAnswer(place, question, answer);
    return undefined;
  } catch (error) {
    if (isShopError(error))
      return error.message.includes(question.name) ? error.message : `${question.name}: ${error.message}`;
    throw error;
  }
}
