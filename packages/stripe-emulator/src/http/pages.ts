import type Stripe from 'stripe';
import { find, type State } from '../state.ts';
import type { Answer } from './idempotency.ts';

const CHECKOUT = /^\/_pages\/checkout\/(cs_test_[A-Za-z0-9]+)$/;
const PAGE = /^\/_pages\/invoices\/(in_[A-Za-z0-9]+)(\/pdf)?$/;

/** Whether the path is one of the links that invoices and checkouts carry. */
export function isPage(path: string): boolean {
  return path.startsWith('/_pages/');
}

/** An invoice to look at, as text or as a PDF of one page; of a checkout, how it is completed. */
export function pageAnswer(state: State, path: string): Answer {
  const session = find(state, 'checkout.session', CHECKOUT.exec(path)?.[1] ?? '');
  if (session) return textAnswer(200, checkoutWords(state, session));
  const [, id = '', pdf] = PAGE.exec(path) ?? [];
  const invoice = find(state, 'invoice', id);
  if (!invoice) return textAnswer(404, ['There is no such invoice or checkout.']);
  const lines = linesOf(invoice);
  if (!pdf) return textAnswer(200, lines);
  return { status: 200, headers: { 'Content-Type': 'application/pdf' }, body: pdfOf(lines) };
}

function textAnswer(status: number, lines: string[]): Answer {
  return { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: `${lines.join('\n')}\n` };
}

function checkoutWords({ baseUrl }: State, { id, status }: Stripe.Checkout.Session): string[] {
  return [
    `Checkout ${id}: ${status}`,
    'Complete it with:',
    `curl -X POST ${baseUrl}/_control/checkout_sessions/${id}/complete -d '{"payment_method":"pm_card_visa"}'`,
  ];
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
