import encodeQr from 'qr';
import { env } from '#lib/env.ts';
import { madeOf } from './gaps.ts';
import type { StepProps } from './step-page.tsx';

/** The address of the link by which somebody is here. */
export const addressOf = ({ basePath }: Pick<StepProps, 'basePath'>): string =>
  `${env().ALTA_ORIGIN}${basePath}`;

/** Opens WhatsApp with a text that is ready to be sent; without a number it asks to whom. */
export const chatAddress = (text: string, number = ''): string =>
  `https://wa.me/${number.replace(/\D/g, '')}?text=${madeOf(text, encodeURIComponent)}`;

/** Its size, then its path: a line for each run of dark modules in a row. */
function drawingOf(value: string): string {
  const rows = encodeQr(value, 'raw', { ecc: 'medium', border: 3 });
  let path = '';
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      const from = x;
      while (row[x]) x++;
      if (x > from) path += `M${from} ${y}h${x - from}v1h${from - x}z`;
    }
  });
  return `${rows.length} ${path}`;
}

/** Dark on white in every scheme: not every camera reads the other way round. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const drawing = madeOf(value, drawingOf);
  const size = madeOf(drawing, (text) => text.slice(0, text.indexOf(' ')));
  const path = madeOf(drawing, (text) => text.slice(text.indexOf(' ') + 1));
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} className="qr-ground" />
      <path d={path} className="qr-module" />
    </svg>
  );
}
