import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type FaqCategory, searchFaq, splitQuestions } from '#lib/content/content/faq.ts';
import { sanitizeArticle } from '#lib/platform/html/clean-html.server.ts';
import { plainText } from '#lib/platform/html/plain-text.ts';

const HTML = sanitizeArticle(`<p>Not part of a question.</p>
<h2 id="how-much-do-cotton-and-khadi-shrink">How much do cotton &amp; khadi shrink?</h2>
<p>Up to <strong>5 %</strong>.</p><p>Less at the second wash.</p>
<h2>Will the colour run?</h2>
<p>At first.</p>`);

test('a category is split at its questions', () => {
  expect(splitQuestions(HTML, plainText)).toEqual([
    {
      id: 'how-much-do-cotton-and-khadi-shrink',
      ques: 'How much do cotton & khadi shrink?',
      ans: '<p>Up to <strong>5 %</strong>.</p><p>Less at the second wash.</p>',
    },
    { id: 'will-the-colour-run', ques: 'Will the colour run?', ans: '<p>At first.</p>' },
  ]);
  expect(splitQuestions(sanitizeArticle(''), plainText)).toEqual([]);
});

test('a search covers questions and answers, ignoring case, tags and order', () => {
  const care: FaqCategory = { _id: 'care', slug: 'care', name: 'Care', questions: splitQuestions(HTML, plainText) };
  const empty: FaqCategory = { _id: 'empty', slug: 'empty', name: 'Empty', questions: [] };
  const ids = (term: string) =>
    searchFaq([care, empty], term).flatMap(({ questions }) => questions.map(({ id }) => id));
  expect(ids('SECOND khad')).toEqual(['how-much-do-cotton-and-khadi-shrink']);
  expect(ids('strong')).toEqual([]);
  expect(ids('colour')).toEqual(['will-the-colour-run']);
  expect(searchFaq([care, empty], ' ')).toEqual([care, empty]);
});

test('the demo’s questions, which become anchors, are unique', () => {
  const folder = 'src/content/faq';
  const questions = readdirSync(folder).flatMap(
    (name) => readFileSync(`${folder}/${name}`, 'utf8').match(/^## .+$/gm) ?? [],
  );
  expect(questions.length).toBeGreaterThan(0);
  expect(new Set(questions).size).toBe(questions.length);
});
