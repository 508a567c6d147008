import { encode } from 'uqr';
import { env } from '#lib/env.ts';
import type { StepProps } from './step-page.tsx';

/** The address of the link by which somebody is here. */
export const addressOf = ({ basePath }: Pick<StepProps, 'basePath'>): string =>
  `${env().ALTA_ORIGIN}${basePath}`;

/** Opens WhatsApp with a text that is ready to be sent; without a number it asks to whom. */
export const chatAddress = (text: string, number = ''): string =>
  `https://wa.me/${number.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`;

const border = 3;

/** Dark on white in every scheme: not every camera reads the other way round. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const { data, size } = encode(value, { ecc: 'M', border });
  const modules = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} className="qr-ground" />
      <path d={modules.join('')} className="qr-module" />
    </svg>
  );
}
