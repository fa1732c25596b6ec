import type { Question } from '#lib/operations/setup/questions.server.ts';
import { didYouMean } from '#lib/primitives/edit-distance.ts';

const WIDTH = 78;

/** The numbered choices in columns; none for free text. */
export function choiceLines({ choices = [] }: Pick<Question, 'choices'>): string[] {
  const cells = choices.map((choice, index) => `${String(index + 1).padStart(4)}  ${choice}`);
  const widest = Math.max(...cells.map((cell) => cell.length), 1) + 2;
  const columns = Math.max(1, Math.floor(WIDTH / widest));
  const rows = Math.ceil(cells.length / columns);
  return Array.from({ length: rows }, (_, row) =>
    cells
      .filter((_cell, index) => index % rows === row)
      .map((cell) => cell.padEnd(widest))
      .join('')
      .trimEnd(),
  );
}

/** Parses a choice by its number or name. Any text is valid for a question without choices. */
export function parseChoice(
  { choices }: Pick<Question, 'choices'>,
  typed: string,
): { answer: string } | { problem: string } {
  if (!choices || typed === '') return { answer: typed };
  const named = choices.find((choice) => choice.toLowerCase() === typed.toLowerCase());
  const chosen = named ?? (/^\d{1,3}$/.test(typed) ? choices[Number(typed) - 1] : undefined);
  if (chosen !== undefined) return { answer: chosen };
  const hint = didYouMean(typed, choices) || ' Enter one of the names or its number.';
  return { problem: `${typed} is not a valid choice.${hint}` };
}
