import type { Invoice } from '#lib/orders/invoice.ts';

/** The invoice as a page to print: a small document of its own. */

export const INVOICE_STYLE = `*{margin:0;padding:0;box-sizing:border-box}body{font:14px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;color:#231d17;background:#fff;padding:1.25rem;max-width:60rem;margin:0 auto}h1{font:500 1.5rem/1.25 Palatino,"Noto Serif",Georgia,serif}h2{font-size:.875rem;color:#665c4f;font-weight:600}.parties{display:grid;gap:1.25rem;margin:1.25rem 0}p,td{overflow-wrap:anywhere}.wide{overflow-x:auto}table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{padding:.375rem .5rem;border-bottom:1px solid #ddd4c3;text-align:right;vertical-align:top;white-space:nowrap}th:first-child,td:first-child{text-align:left;white-space:normal;min-width:10rem}tfoot td{font-weight:600;border-bottom:0}.note{margin-top:1rem;color:#665c4f}.links{margin-bottom:1rem}a{color:#2b3a78;display:inline-block;min-height:2.75rem;line-height:2.75rem;margin-right:1.25rem}@media(min-width:40rem){.parties{grid-template-columns:repeat(3,1fr)}}@media screen and (max-width:40rem){table,tbody,tfoot,tr{display:block}thead{display:block;position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}tr{padding:.5rem 0;border-bottom:1px solid #ddd4c3}tfoot tr{border:0}td{display:flex;justify-content:space-between;gap:1rem;border:0;padding:.125rem 0;white-space:normal}td:first-child{font-weight:600}td:empty{display:none}td+td::before{content:attr(data-head);color:#665c4f;font-weight:400}}@media print{.links{display:none}body{padding:0;font-size:11px}@page{margin:14mm}}`;

export function invoicePage(invoice: Invoice, links: { pdf: string; order: string }): string {
  return `<!doctype html><html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>Invoice ${escaped(invoice.number)}</title><style>${INVOICE_STYLE}</style></head><body><p class="links"><a href="${escaped(links.order)}">Back to the order</a><a href="${escaped(links.pdf)}">Download as PDF</a></p><main><h1>Tax invoice ${escaped(invoice.number)}</h1><p>${escaped(invoice.date)} · Order ${escaped(invoice.orderNumber)} of ${escaped(invoice.orderDate)}</p><div class="parties">${block('Sold by', invoice.seller)}${block('Billed and delivered to', invoice.buyer)}${block('Place of supply', [invoice.placeOfSupply, `Payment: ${invoice.payment}`])}</div><div class="wide" tabindex="0" role="region" aria-label="What was sold">${table(invoice)}</div><p class="note">Amounts are in rupees and include GST. Tax is not payable on reverse charge. This invoice was made by a computer and needs no signature.</p></main></body></html>`;
}

function block(heading: string, lines: readonly string[]): string {
  return `<section><h2>${heading}</h2>${lines.map((line) => `<p>${escaped(line)}</p>`).join('')}</section>`;
}

/** Within one state the tax has two halves; between states it is one. */
function table({ rows, sum, isSameState }: Invoice): string {
  const taxHeads = isSameState ? ['CGST', 'SGST'] : ['IGST'];
  const taxes = (row: { cgst: string; sgst: string; igst: string }) =>
    isSameState ? [row.cgst, row.sgst] : [row.igst];
  const head = ['Goods', 'HSN', 'Quantity', 'Taxable', 'GST', ...taxHeads, 'Total'];
  const cells = rows.map((row) => [row.what, row.hsn, row.amount, row.taxable, row.rate, ...taxes(row), row.total]);
  const foot = ['Total', '', '', sum.taxable, '', ...taxes(sum), sum.total];
  const line = (values: readonly string[]) =>
    `<tr>${values.map((value, index) => `<td data-head="${head[index]}">${escaped(value)}</td>`).join('')}</tr>`;
  return `<table><thead><tr>${head.map((name) => `<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>${cells.map(line).join('')}</tbody><tfoot>${line(foot)}</tfoot></table>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
