import type { Question } from '#lib/operations/setup/questions.server.ts';
import { didYouMean } from '#lib/primitives/edit-distance.ts';

const TERMINAL_WIDTH = 78;

/** Returns lines with the numbered choices in columns, or an empty list if the question has no choices. */
export function choiceLines({ choices = [] }: Pick<Question, 'choices'>): string[] {
  const cells = choices.map((choice, index) => `${String(index + 1).padStart(4)}  ${choice}`);
  const cellWidth = Math.max(...cells.map((cell) => cell.length), 1) + 2;
  const columnCount = Math.max(1, Math.floor(TERMINAL_WIDTH / cellWidth));
  const rowCount = Math.ceil(cells.length / columnCount);
  return Array.from({ length: rowCount }, (_, row) =>
    cells
      .filter((_cell, index) => index % rowCount === row)
      .map((cell) => cell.padEnd(cellWidth))
      .join('')
      .trimEnd(),
  );
}

/** Parses a choice: its number or name. If the question has no choices or `input` is empty, `input` is the answer. */
export function parseChoice(
  { choices }: Pick<Question, 'choices'>,
  input: string,
): { answer: string } | { problem: string } {
  if (!choices || input === '') return { answer: input };
  const namedChoice = choices.find((name) => name.toLowerCase() === input.toLowerCase());
  const choice = namedChoice ?? (/^\d{1,3}$/.test(input) ? choices[Number(input) - 1] : undefined);
  if (choice !== undefined) return { answer: choice };
  const hint = didYouMean(input, choices) || ' Enter one of the names or its number.';
  return { problem: `${input} is not a valid choice.${hint}` };
}
