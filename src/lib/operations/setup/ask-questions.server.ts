import { type Answers, BACK } from '#lib/operations/setup/answers.server.ts';
import { parseChoice } from '#lib/operations/setup/choices.ts';
import type { Finding } from '#lib/operations/setup/finding.ts';
import { EMPTY_ANSWER, isQuestionNeeded, QUESTIONS, type Question } from '#lib/operations/setup/questions.server.ts';
import {
  isOwnDocument,
  type SetupContext,
  saveAnswer,
  storedAnswer,
} from '#lib/operations/setup/save-answer.server.ts';
import { testMail } from '#lib/operations/setup/test-services.server.ts';
import { contentOf } from '#lib/platform/content/content.server.ts';
import { isShopError } from '#lib/platform/errors/shop-error.ts';
import { ownerSettings } from '#lib/platform/settings/load-settings.server.ts';
import { DELIVERY } from '#lib/sales/cart/delivery/delivery.schema.ts';
import { shopSettings } from '#lib/shop/settings/shop-settings.server.ts';

/** Asks the applicable questions, and saves each answer immediately. Returns the problems of the final answers. */
export async function askQuestions(context: SetupContext, answers: Answers): Promise<string[]> {
  const problemsByQuestion = new Map<Question, string[]>();
  const visitedIndexes: number[] = [];
  for (let index = 0; index < QUESTIONS.length; ) {
    const question = QUESTIONS[index];
    if (!question || !isApplicable(context, question)) {
      index += 1;
      continue;
    }
    const { answer, problem, isEndOfInput } = await askUntilValid(context, question, answers);
    if (isEndOfInput) break;
    if (answer === BACK) {
      if (visitedIndexes.length === 0) console.log('This is the first question.');
      index = visitedIndexes.pop() ?? index;
      continue;
    }
    problemsByQuestion.set(question, problem ? [problem] : []);
    if (question.savedTo === 'testMail' && answer)
      problemsByQuestion.set(question, printResult(await testMail(context, answer)));
    visitedIndexes.push(index);
    index += 1;
  }
  // Problems of questions that no longer apply after going back are ignored.
  return [...problemsByQuestion].flatMap(([question, problems]) => (isApplicable(context, question) ? problems : []));
}

/** Prints the result of a test. Returns its message if the test has failed, otherwise an empty list. */
export function printResult({ isGood, text }: Finding): string[] {
  console.log(`${isGood ? '✓' : '✗'} ${text}`);
  return isGood ? [] : [text];
}

export function isApplicable(context: SetupContext, question: Question): boolean {
  const { db, env } = context;
  // Setup does not change several zones that the owner has defined.
  const hasSeveralZones = isOwnDocument(db, DELIVERY.path) && contentOf(db).of(DELIVERY).zones.length > 1;
  if (question.savedTo === 'delivery' && hasSeveralZones) return false;
  const { gstin } = shopSettings(db);
  const settings: Partial<Record<string, string>> = { ...ownerSettings(env), gstin };
  return isQuestionNeeded(question, (name) => Boolean(settings[name]));
}

interface QuestionResult {
  answer?: string | typeof BACK;
  problem?: string;
  isEndOfInput?: true;
}

/** Asks a question until the answer is valid or, if the answers come from a file, only once. */
async function askUntilValid(context: SetupContext, question: Question, answers: Answers): Promise<QuestionResult> {
  for (;;) {
    const input = await answers.next(question, await storedAnswer(context, question));
    if (input === BACK) return { answer: BACK };
    if (input === undefined) return answers.isInteractive ? { isEndOfInput: true } : {};
    const choice = parseChoice(question, input === EMPTY_ANSWER ? '' : input);
    const problem =
      'problem' in choice ? `${question.name}: ${choice.problem}` : await trySave(context, question, choice.answer);
    if (problem === undefined && 'answer' in choice) return { answer: choice.answer };
    if (!answers.isInteractive) return { problem: problem ?? '' };
    console.log(`✗ ${problem}`);
  }
}

/** Saves an answer. Returns a message if the answer is missing or not valid. */
async function trySave(context: SetupContext, question: Question, answer: string): Promise<string | undefined> {
  if (answer === '' && !question.isOptional) return `${question.name} is required.`;
  try {
    await saveAnswer(context, question, answer);
    return undefined;
  } catch (error) {
    if (isShopError(error))
      return error.message.includes(question.name) ? error.message : `${question.name}: ${error.message}`;
    throw error;
  }
}
