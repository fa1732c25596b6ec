import { plainWords, queryWords } from '#lib/catalog/search/text-words.ts';
import { partOfHtml, type SafeHtml } from '#lib/platform/html/safe-html.ts';

export const FAQ_FAILED = 'Failed to fetch FAQ categories';
export const NO_FAQ_CATEGORIES = 'No FAQ categories available';
export const NO_QUESTIONS = 'No questions available';
export const FAQ_HEADING = 'HELP BY CATEGORIES';

/** A question with its answer. The fields have the same names as in the API. */
export interface FaqQuestion {
  id: string;
  ques: string;
  ans: SafeHtml;
}

export interface FaqCategory {
  _id: string;
  name: string;
  slug: string;
  questions: FaqQuestion[];
}

const QUESTION_HEADING = /<h2(?: id="(?<id>[^"]*)")?>(?<title>.*?)<\/h2>/gs;

/**
 * Returns the questions on a page. A question is a second-level heading; its answer is everything up to the next such
 * heading. `toText` removes the tags from HTML.
 */
export function splitQuestions(html: SafeHtml, toText: (html: string) => string): FaqQuestion[] {
  const headings = [...html.matchAll(QUESTION_HEADING)];
  return headings.map((heading, index) => {
    const { id, title = '' } = heading.groups ?? {};
    const ques = toText(title);
    const answerStart = heading.index + heading[0].length;
    return {
      id: id || plainWords(ques).join('-'),
      ques,
      ans: partOfHtml(html, answerStart, headings[index + 1]?.index),
    };
  });
}

/**
 * Returns the questions in which every word of `term` is the start of a word in the question or its answer. Categories
 * without such questions are left out. Returns all questions if `term` has no words.
 */
export function searchFaq(categories: FaqCategory[], term: string): FaqCategory[] {
  const prefixes = queryWords(term);
  if (prefixes.length === 0) return categories;
  const isMatch = ({ ques, ans }: FaqQuestion) => {
    const words = plainWords(`${ques} ${ans.replace(/<[^<>]*>/g, ' ')}`);
    return prefixes.every((prefix) => words.some((word) => word.startsWith(prefix)));
  };
  return categories
    .map((category) => ({ ...category, questions: category.questions.filter(isMatch) }))
    .filter(({ questions }) => questions.length > 0);
}
