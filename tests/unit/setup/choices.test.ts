import { expect, test } from 'vitest';
import { choiceLines, parseChoice } from '#lib/operations/setup/choices.ts';
import { STATES } from '#lib/primitives/states.ts';

const question = { choices: STATES };

test('accepts a choice by its name, regardless of case, or by its number', () => {
  expect(parseChoice(question, 'kerala')).toEqual({ answer: 'Kerala' });
  expect(STATES.map((_state, index) => parseChoice(question, String(index + 1)))).toEqual(
    STATES.map((answer) => ({ answer })),
  );
});

test.each([
  ['Telagana', 'Telagana is not a valid choice. Did you mean Telangana?'],
  ['tamilnadu', 'tamilnadu is not a valid choice. Did you mean Tamil Nadu?'],
  ['0', '0 is not a valid choice. Enter one of the names or its number.'],
  ['37', '37 is not a valid choice. Enter one of the names or its number.'],
  ['Texas', 'Texas is not a valid choice. Enter one of the names or its number.'],
])('rejects %s', (input, problem) => expect(parseChoice(question, input)).toEqual({ problem }));

test('accepts any answer if there are no choices, and always accepts an empty answer', () => {
  expect(parseChoice({}, '12')).toEqual({ answer: '12' });
  expect(parseChoice(question, '')).toEqual({ answer: '' });
});

test('lists each choice once with its number, within 80 columns', () => {
  const lines = choiceLines(question);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(80);
  for (const [index, state] of STATES.entries())
    expect(lines.filter((line) => ` ${line}  `.includes(` ${index + 1}  ${state}  `))).toHaveLength(1);
  expect(choiceLines({})).toEqual([]);
});
