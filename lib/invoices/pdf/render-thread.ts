import { parentPort } from 'node:worker_threads';
import { drawInvoicePdf } from './draw.ts';
import type { Part } from './render.ts';

/** Worker thread of render.ts. An exception ends the thread, and render.ts throws it. */
let lines: Part['lines'] = [];

parentPort?.on('message', async (part: Part) => {
  lines.push(...part.lines);
  if (!part.rest) return;
  const { issued, environment } = part.rest;
  const whole = { ...issued, invoice: { ...issued.invoice, lines } };
  lines = [];
  const pdf = new Uint8Array(await drawInvoicePdf(whole, environment));
  parentPort?.postMessage(pdf, [pdf.buffer]);
});
