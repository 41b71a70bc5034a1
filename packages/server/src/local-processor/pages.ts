import type Stripe from 'stripe';
import type { Answer } from './idempotency.ts';
import { find, type State } from './state.ts';

const PAGE = /^\/_pages\/invoices\/(in_[A-Za-z0-9]+)(\/pdf)?$/;

/** Whether the path is one of the links that invoices carry. */
export function isPage(path: string): boolean {
  return path.startsWith('/_pages/');
}

/** An invoice to look at, as text or as a PDF of one page. */
export function pageAnswer(state: State, path: string): Answer {
  const [, id = '', pdf] = PAGE.exec(path) ?? [];
  const invoice = find(state, 'invoice', id);
  const type = 'text/plain; charset=utf-8';
  if (!invoice)
    return { status: 404, headers: { 'Content-Type': type }, body: 'There is no such invoice.\n' };
  const lines = linesOf(invoice);
  if (!pdf) return { status: 200, headers: { 'Content-Type': type }, body: `${lines.join('\n')}\n` };
  return { status: 200, headers: { 'Content-Type': 'application/pdf' }, body: pdfOf(lines) };
}

function linesOf(invoice: Stripe.Invoice): string[] {
  const money = (amount: number) => `${(amount / 100).toFixed(2)} ${invoice.currency.toUpperCase()}`;
  return [
    `Invoice ${invoice.number ?? '(draft)'}: ${invoice.status}`,
    'From the local payment processor: no money moves.',
    ...invoice.lines.data.map((line) => `${line.description}: ${money(line.amount)}`),
    `Total: ${money(invoice.total)}`,
    `Due: ${money(invoice.amount_remaining)}`,
  ];
}

/** ASCII only: the offsets of the cross-reference table are counted in characters. */
function pdfOf(lines: string[]): string {
  const text = lines
    .map((line) => line.replace(/[^ -~]/g, 'x').replace(/[\\()]/g, '\\$&'))
    .map((line) => `(${line}) Tj T*`)
    .join('\n');
  const content = `BT /F1 11 Tf 14 TL 50 780 Td\n${text}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = file.length;
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  return `${file}${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
}
