import { expect, test } from 'vitest';
import { choiceLines, chosen } from '#lib/operations/setup/choices.ts';
import { STATES } from '#lib/primitives/states.ts';

const question = { choices: STATES };

test('a choice is typed as its name in any case, or as its number', () => {
  expect(chosen(question, 'kerala')).toEqual({ answer: 'Kerala' });
  expect(STATES.map((_state, at) => chosen(question, String(at + 1)))).toEqual(STATES.map((answer) => ({ answer })));
});

test.each([
  ['Telagana', 'Telagana is not one of the choices. Did you mean Telangana?'],
  ['tamilnadu', 'tamilnadu is not one of the choices. Did you mean Tamil Nadu?'],
  ['0', '0 is not one of the choices. Type one of the names or its number.'],
  ['37', '37 is not one of the choices. Type one of the names or its number.'],
  ['Texas', 'Texas is not one of the choices. Type one of the names or its number.'],
])('%s is refused', (typed, complaint) => expect(chosen(question, typed)).toEqual({ complaint }));

test('free answers pass, and an empty one stays empty', () => {
  expect(chosen({}, '12')).toEqual({ answer: '12' });
  expect(chosen(question, '')).toEqual({ answer: '' });
});

test('the list shows each choice once with its number, within 80 columns', () => {
  const lines = choiceLines(question);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(80);
  for (const [at, state] of STATES.entries())
    expect(lines.filter((line) => ` ${line}  `.includes(` ${at + 1}  ${state}  `))).toHaveLength(1);
  expect(choiceLines({})).toEqual([]);
});
