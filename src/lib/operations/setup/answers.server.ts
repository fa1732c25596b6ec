import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { parseEnv } from 'node:util';
import { choiceLines } from '#lib/operations/setup/choices.ts';
import { QUESTIONS, type Question } from '#lib/operations/setup/questions.server.ts';
import { UsageError } from '#lib/platform/cli/command.server.ts';
import { closestName } from '#lib/primitives/edit-distance.ts';

export const BACK = Symbol('back');
/** The word for returning to the previous question. In a pipe, it is an ordinary answer. */
const BACK_WORD = 'back';

export interface Answers {
  /** Returns the answer, undefined if there is no answer or no more input, or BACK for the previous question. */
  next(question: Question, earlierAnswer: string | undefined): Promise<string | typeof BACK | undefined>;
  /** Whether a question is asked again after an invalid answer. */
  readonly isInteractive: boolean;
  close(): void;
}

/** Returns the answers in lines of `NAME=answer`. Throws a UsageError if a name is unknown. */
export function answersFromFile(text: string): Answers {
  const answersByName = parseEnv(text);
  const names = QUESTIONS.map(({ name }) => name);
  const problems = Object.keys(answersByName)
    .filter((name) => !names.includes(name))
    .map((name) => {
      const suggestion = closestName(name, names);
      return `${name} is not a question of setup${suggestion ? `. Did you mean ${suggestion}?` : '.'}`;
    });
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  return {
    next: async ({ name, defaultAnswer }, earlierAnswer) => answersByName[name] ?? earlierAnswer ?? defaultAnswer,
    isInteractive: false,
    close() {},
  };
}

/** Returns answers from a terminal or a pipe. Lines that arrive early are queued. */
export function answersFromTerminal(): Answers {
  let isHidden = false;
  // readline echoes the input, so hidden input is not written: it would reveal passwords.
  const screen = new Writable({
    write: (chunk, _encoding, done) => (isHidden ? done() : void process.stdout.write(chunk, done)),
  });
  const terminal = createInterface({ input: process.stdin, output: screen, terminal: process.stdin.isTTY });
  terminal.once('SIGINT', () => terminal.close());
  const lines = terminal[Symbol.asyncIterator]();
  return {
    async next(question, earlierAnswer) {
      const { prompt, help, defaultAnswer, isOptional, isSecret } = question;
      const currentAnswer = earlierAnswer ?? defaultAnswer;
      const displayedAnswer = isSecret && currentAnswer ? 'unchanged' : currentAnswer || (isOptional ? 'none' : '');
      process.stdout.write(
        `\n${[prompt, `  ${help}`, ...choiceLines(question)].join('\n')}\n${displayedAnswer ? `[${displayedAnswer}] ` : ''}> `,
      );
      isHidden = isSecret === true;
      const { value, done } = await lines.next();
      isHidden = false;
      if (done) return undefined;
      if (isSecret && process.stdin.isTTY) process.stdout.write('\n');
      if (process.stdin.isTTY && value.trim().toLowerCase() === BACK_WORD) return BACK;
      return value.trim() || currentAnswer || '';
    },
    isInteractive: true,
    close: () => terminal.close(),
  };
}
