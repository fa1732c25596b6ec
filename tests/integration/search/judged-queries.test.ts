import { expect, inject, test } from 'vitest';
import { onBothEngines } from '#support/database.ts';
import { importDemoCatalogue } from '#support/demo-catalogue.ts';
import { figuresOf, judgedQueries, judgeQueries, type QueryResult } from '#support/search-queries.ts';

const MIN_QUERIES = 150;
const MIN_RECALL = 0.95;
const MIN_FIRST_RELEVANT = 0.85;

const resultsByEngine = new Map<string, QueryResult[]>();

onBothEngines('judged queries', (open, engine) => {
  test('find what shoppers mean, with the right products first', { timeout: 60_000 }, async () => {
    const db = await open();
    await importDemoCatalogue(db);
    const results = await judgeQueries(db);
    resultsByEngine.set(engine, results);
    const { recall, firstRelevant } = figuresOf(results);
    expect(judgedQueries().length).toBeGreaterThanOrEqual(MIN_QUERIES);
    expect(recall).toBeGreaterThanOrEqual(MIN_RECALL);
    expect(firstRelevant).toBeGreaterThanOrEqual(MIN_FIRST_RELEVANT);
  });
});

test.skipIf(!inject('postgresUrl'))('both databases return the same results', () => {
  expect(resultsByEngine.size).toBe(2);
  expect(resultsByEngine.get('postgres')).toEqual(resultsByEngine.get('sqlite'));
});
