import type { Texts } from './texts.tsx';

interface CopyValueProps {
  label: string;
  value: string;
  t: Texts;
}

/** A value to carry to the portal. Selectable text; the script puts a copy button beside it. */
export function CopyValue({ label, value, t }: CopyValueProps) {
  return (
    <p className="value">
      <span className="value-label">{label}</span>
      <code data-copyable={t('frame.copyName', { what: label })}>{value}</code>
    </p>
  );
}

/** Several lines of it, in a field that a person can select with one key. */
export function CopyText({ label, value, t }: CopyValueProps) {
  return (
    <div className="value value-text">
      <label htmlFor="pedido" className="value-label">
        {label}
      </label>
      <textarea
        id="pedido"
        readOnly
        rows={6}
        wrap="off"
        spellCheck={false}
        data-copyable={t('frame.copyName', { what: label })}
        defaultValue={value}
      />
    </div>
  );
}
