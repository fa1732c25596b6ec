import { type DocumentRow, halfOf, type TaxDocument } from '#lib/invoices/tax-document.ts';

/** The invoice or credit note as a page to print: a small document of its own. */

export const INVOICE_STYLE = `*{margin:0;padding:0;box-sizing:border-box}body{font:14px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;color:#231d17;background:#fff;padding:1.25rem;max-width:64rem;margin:0 auto}h1{font:500 1.5rem/1.25 Palatino,"Noto Serif",Georgia,serif}h2{font-size:.875rem;color:#665c4f;font-weight:600}.parties{display:grid;gap:1.25rem;margin:1.25rem 0}p,td,dd{overflow-wrap:anywhere}section p:nth-of-type(1){font-weight:600}dt{color:#665c4f;font-size:.8125rem}dd{margin-bottom:.25rem}.wide{overflow-x:auto}table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{padding:.375rem .5rem;border-bottom:1px solid #ddd4c3;text-align:right;vertical-align:top;white-space:nowrap}th{font-size:.8125rem;color:#665c4f;font-weight:600;white-space:normal}th:first-child,td:first-child{text-align:left;white-space:normal;min-width:10rem}small{display:block;color:#665c4f;font-size:.8125rem;font-weight:400}tfoot td{font-weight:600;border-bottom:0}.words{margin-top:1rem;text-align:right}.words b{font-size:1.125rem}.note{margin-top:1rem;color:#665c4f}.links{margin-bottom:1rem}a{color:#2b3a78;display:inline-block;min-height:2.75rem;line-height:2.75rem;margin-right:1.25rem}@media(min-width:40rem){.parties{grid-template-columns:repeat(3,1fr)}}@media screen and (max-width:48rem){table,tbody,tfoot,tr{display:block}thead{display:block;position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}tr{padding:.5rem 0;border-bottom:1px solid #ddd4c3}tfoot tr{border:0}td{display:flex;justify-content:space-between;gap:1rem;border:0;padding:.125rem 0;white-space:normal}td:first-child{display:block;font-weight:600}td:empty{display:none}td small{display:inline}td:first-child small{display:block}td+td::before{content:attr(data-head);color:#665c4f;font-weight:400}.words{text-align:left}}@media print{.links{display:none}body{padding:0;font-size:10.5px}tr{break-inside:avoid}@page{margin:12mm}}`;

/** Where the page leads: the order, the document as a PDF, and the other documents of the order. */
export interface DocumentLinks {
  pdf: string;
  order: string;
  others: { label: string; href: string }[];
}

export function invoicePage(document: TaxDocument, { pdf, order, others }: DocumentLinks): string {
  const title = `${document.title} ${escaped(document.number)}`;
  const links = [{ href: order, label: 'Back to the order' }, { href: pdf, label: 'Download as PDF' }, ...others].map(
    ({ href, label }) => `<a href="${escaped(href)}">${escaped(label)}</a>`,
  );
  const about = document.about.map(([label, value]) => `<dt>${label}</dt><dd>${escaped(value)}</dd>`);
  return `<!doctype html><html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${INVOICE_STYLE}</style></head><body><p class="links">${links.join('')}</p><main><h1>${title}</h1><div class="parties">${block('Sold by', document.seller)}${block('Billed and delivered to', document.buyer)}<section><h2>Details</h2><dl>${about.join('')}</dl></section></div><div class="wide" tabindex="0" role="region" aria-label="Goods and amounts">${table(document)}</div><p class="words"><b>${document.title === 'Credit note' ? 'Credited' : 'Total'}: ₹${document.sum.total}</b><br>${document.words}</p><p class="note">${document.notes.join(' ')}</p></main></body></html>`;
}

function block(heading: string, lines: readonly string[]): string {
  return `<section><h2>${heading}</h2>${lines.map((line) => `<p>${escaped(line)}</p>`).join('')}</section>`;
}

/** Within one state the tax has two halves; between states it is one. */
function table({ rows, sum, isSameState }: TaxDocument): string {
  const taxHeads = isSameState ? ['CGST', 'SGST'] : ['IGST'];
  const head = ['Goods', 'HSN / SAC', 'Quantity', 'Unit price', 'Discount', 'Taxable value', ...taxHeads, 'Total'];
  const line = (values: readonly string[]) =>
    `<tr>${values.map((value, index) => `<td${index > 0 ? ` data-head="${head[index]}"` : ''}>${value}</td>`).join('')}</tr>`;
  const sums = isSameState ? [sum.cgst, sum.sgst] : [sum.igst];
  const foot = ['Total', '', '', '', sum.discount, sum.taxable, ...sums, sum.total];
  return `<table><thead><tr>${head.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>${rows.map((row) => line(cells(row, isSameState))).join('')}</tbody><tfoot>${line(foot)}</tfoot></table>`;
}

function cells(row: DocumentRow, isSame: boolean): string[] {
  const goods = `${escaped(row.what)}${row.more.map((text) => `<small>${escaped(text)}</small>`).join('')}`;
  const tax = (rate: string, amount: string) => `<span>${amount} <small>${rate}</small></span>`;
  const taxes = isSame ? [tax(halfOf(row.rate), row.cgst), tax(halfOf(row.rate), row.sgst)] : [tax(row.rate, row.igst)];
  return [goods, escaped(row.hsn), row.quantity, row.unitPrice, row.discount, row.taxable, ...taxes, row.total];
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
