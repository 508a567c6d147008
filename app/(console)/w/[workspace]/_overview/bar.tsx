import type { Tone } from '#console/_ui/chip.tsx';

interface BarProps {
  /** Between 0 and 1. */
  share: number;
  tone: Tone | 'plain';
}

/** A length beside a number that says the same. */
export function Bar({ share, tone }: BarProps) {
  return (
    <span className="bar" aria-hidden="true">
      {share > 0 && (
        <span
          className={`bar-part bar-${tone}`}
          style={{ inlineSize: `${Math.round(share * 1000) / 10}%` }}
        />
      )}
    </span>
  );
}
