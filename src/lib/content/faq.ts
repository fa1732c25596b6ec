import { partOfHtml, type SafeHtml } from '#lib/platform/html/safe-html.ts';
import { queryWords, searchWords } from '#lib/search/search-words.ts';

export const FAQ_FAILED = 'Failed to fetch FAQ categories';
export const NO_FAQ_CATEGORIES = 'No FAQ categories available';
export const NO_QUESTIONS = 'No questions available';
export const FAQ_HEADING = 'HELP BY CATEGORIES';

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

const QUESTION = /<h2(?: id="([^"]*)")?>(.*?)<\/h2>/gs;

export function splitQuestions(html: SafeHtml, toText: (html: string) => string): FaqQuestion[] {
  const headings = [...html.matchAll(QUESTION)];
  return headings.map((heading, index) => {
    const from = heading.index + heading[0].length;
    const ques = toText(heading[2] ?? '');
    return {
      id: heading[1] || searchWords(ques).join('-'),
      ques,
      ans: partOfHtml(html, from, headings[index + 1]?.index),
    };
  });
}

export function searchFaq(categories: FaqCategory[], term: string): FaqCategory[] {
  const words = queryWords(term);
  if (words.length === 0) return categories;
  const isMatch = ({ ques, ans }: FaqQuestion) => {
    const own = searchWords(`${ques} ${ans.replace(/<[^<>]*>/g, ' ')}`);
    return words.every((word) => own.some((candidate) => candidate.startsWith(word)));
  };
  return categories
    .map((category) => ({ ...category, questions: category.questions.filter(isMatch) }))
    .filter(({ questions }) => questions.length > 0);
}
