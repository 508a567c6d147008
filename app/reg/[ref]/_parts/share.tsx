import { env } from '#lib/env.ts';
import { drawQr } from '#lib/qr-code.ts';
import type { StepProps } from './step-page.tsx';

/** The address of the link by which somebody is here. */
export const addressOf = ({ basePath }: Pick<StepProps, 'basePath'>): string =>
  `${env().ALTA_ORIGIN}${basePath}`;

/** Opens WhatsApp with a text that is ready to be sent; without a number it asks to whom. */
export const chatAddress = (text: string, number = ''): string =>
  `https://wa.me/${number.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`;

/** Dark on white in every scheme: not every camera reads the other way round. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const { size, path } = drawQr(value);
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
