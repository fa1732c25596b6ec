import { expect, test } from 'vitest';
import { oneByte } from '../../../build/one-byte.ts';

const WRITTEN = [
  "'₹ 1,250 …'",
  '`₹ – …`',
  "'\\₹'",
  "'\\\\₹'",
  "'\\\\\\₹ é'",
  "'👗'.length",
  "/^[‘’₹]+$/.test('₹')",
  "/^👗$/u.test('👗')",
  "({ 'कुर्ता': 1 })['कुर्ता']",
  '1 /* ₹ \\ */ + 1 // C:\\\n',
];

test.each(WRITTEN)('%s says the same in letters of one byte', (code) => {
  const narrow = oneByte(code);
  expect(narrow).toSatisfy((text: string) => [...text].every((letter) => letter <= '\xff'));
  expect(narrow.split('\n')).toHaveLength(code.split('\n').length);
  expect(saidBy(narrow)).toEqual(saidBy(code));
});

function saidBy(code: string): unknown {
  return new Function(`return ${code}`)();
}
