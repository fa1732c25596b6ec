import { escapeMarkup } from '#lib/platform/html/markup.ts';
import type { MailStyle } from '#lib/platform/mail/mail-style.ts';

/** The details of an order in an email: its goods, sums, and facts such as the address. */
export interface MailSheet {
  goods: readonly SheetLine[];
  sums: readonly SheetSum[];
  facts: readonly SheetFact[];
}

export interface SheetLine {
  what: string;
  notes: readonly string[];
  amount: string;
}

export interface SheetSum {
  label: string;
  amount: string;
  isTotal?: boolean | undefined;
}

export interface MailLink {
  label: string;
  url: string;
}

export interface SheetFact {
  label: string;
  lines: readonly string[];
  link?: MailLink | undefined;
}

export function sheetParagraphs({ goods, sums, facts }: MailSheet): string[] {
  const lines = goods.map(({ what, notes, amount }) =>
    [`${what}: ${amount}`, ...notes.map((note) => `  ${note}`)].join('\n'),
  );
  const amounts = sums.map(({ label, amount }) => `${label}: ${amount}`);
  const factTexts = facts.map(({ label, lines: factLines, link }) =>
    [`${label}:`, ...factLines, ...(link ? [`${link.label}: ${link.url}`] : [])].join('\n'),
  );
  return [lines.join('\n'), amounts.join('\n'), ...factTexts].filter(Boolean);
}

const TOTAL_STYLE = 'font-weight:700;font-size:16px';

/** Returns the sheet as HTML. */
export function sheetHtml({ goods, sums, facts }: MailSheet, style: MailStyle): string {
  const goodsRows = goods.map(
    ({ what, notes, amount }) =>
      `<tr><th scope="row" style="${style.cell}">${escapeMarkup(what)}${notes.map((note) => `<span style="${style.note}">${escapeMarkup(note)}</span>`).join('')}</th><td style="${style.amount}">${escapeMarkup(amount)}</td></tr>`,
  );
  const sumRows = sums.map(({ label, amount, isTotal }) => {
    const weight = isTotal ? `;${TOTAL_STYLE}` : '';
    return `<tr><th scope="row" style="${style.sum}${weight}">${escapeMarkup(label)}</th><td style="${style.sumAmount}${weight}">${escapeMarkup(amount)}</td></tr>`;
  });
  const factParagraphs = facts.map(
    ({ label, lines: factLines, link }) =>
      `<p style="${style.fact}">${escapeMarkup(label)}</p><p style="${style.factLines}">${[...factLines.map(escapeMarkup), ...(link ? [linkHtml(link, style.link)] : [])].join('<br>')}</p>`,
  );
  return [...[goodsRows, sumRows].map((rows) => table(rows, style)), ...factParagraphs].join('\n');
}

export function linkHtml({ label, url }: MailLink, style: string): string {
  return `<a href="${escapeMarkup(url)}" style="${style}">${escapeMarkup(label)}</a>`;
}

function table(rows: readonly string[], style: MailStyle): string {
  return rows.length === 0 ? '' : `<table style="${style.table}">${rows.join('')}</table>`;
}
