import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';

/** One comparison. A row without an aim is only for information. */
export interface Row {
  what: string;
  measured: string;
  reference: string;
  ratio?: number;
  aim?: string;
  met?: boolean;
}

export interface Table {
  title: string;
  rows: Row[];
  /** Printed below the table: how it was measured. */
  notes: string[];
}

const headings = ['what', 'measured', 'reference', 'ratio', 'aim', ''];

export function printTable({ title, rows, notes }: Table): void {
  const lines = [headings, ...rows.map(cellsOf)];
  const widths = headings.map((_, column) => Math.max(...lines.map((cells) => (cells[column] ?? '').length)));
  console.log(`\n${title}`);
  if (rows.length > 0) {
    for (const cells of lines.toSpliced(1, 0, widths.map(dashes))) {
      console.log(`  ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
    }
  }
  for (const note of notes) console.log(`  ${note}`);
}

function cellsOf({ what, measured, reference, ratio, aim, met }: Row): string[] {
  const verdict = met === undefined ? '' : met ? 'met' : 'NOT MET';
  return [what, measured, reference, ratio?.toFixed(2) ?? '', aim ?? '', verdict];
}

const dashes = (width: number) => '-'.repeat(width);

export function machine(): string {
  const model = cpus()[0]?.model ?? 'an unknown processor';
  const openssl = execFileSync('openssl', ['version'], { encoding: 'utf8' }).split(' (')[0]?.trim();
  return `${cpus().length} cores of ${model}, Node ${process.version}, ${openssl}`;
}
