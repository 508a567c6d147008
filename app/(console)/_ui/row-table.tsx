'use client';

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

/**
 * A table whose rows are reached by keys: `j` and `k` move from row to row, Enter opens, `x` selects. Each row is one
 * Tab stop, its link; the left and right arrows lead to the row's other controls.
 */
export function RowTable({ className, children }: { className: string; children: ReactNode }) {
  const table = useRef<HTMLTableElement>(null);
  // After each rendering, because a new page of the list brings new rows.
  useEffect(() => {
    for (const row of rowsIn(table.current)) {
      for (const control of controlsIn(row)) {
        if (!control.matches('.row-link')) control.tabIndex = -1;
      }
    }
  });
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const isFirst = document.querySelector('table:has(.row-link)') === table.current;
      if (!isFirst || !isFreeKey(event)) return;
      const rows = rowsIn(table.current);
      const current = rows.findIndex((row) => row.contains(document.activeElement));
      if (event.key === 'j') focusRow(rows[Math.min(current + 1, rows.length - 1)]);
      else if (event.key === 'k') focusRow(rows[Math.max(current - 1, 0)]);
      else if (event.key === 'x') rows[current]?.querySelector<HTMLElement>('.choose input')?.click();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  const moveInRow = (event: KeyboardEvent<HTMLTableElement>) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const row = rowsIn(table.current).find((each) => each.contains(document.activeElement));
    if (!step || !row || !isFreeKey(event.nativeEvent)) return;
    const controls = controlsIn(row);
    const next = controls[controls.indexOf(document.activeElement as HTMLElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <table ref={table} className={className} onKeyDown={moveInRow}>
      {children}
    </table>
  );
}

/** Whether a key has no other meaning: not with Ctrl or Alt, and not in a text field, a dialog or a menu. */
export function isFreeKey({ target, ctrlKey, metaKey, altKey, defaultPrevented }: globalThis.KeyboardEvent) {
  if (ctrlKey || metaKey || altKey || defaultPrevented || !(target instanceof HTMLElement)) return false;
  const used = 'input:not([type=checkbox]), textarea, select, [role=dialog], [role=menu], [role=listbox]';
  return !target.isContentEditable && target.closest(used) === null;
}

const rowsIn = (table: HTMLTableElement | null): HTMLElement[] => [
  ...(table?.querySelectorAll<HTMLElement>('tbody tr:has(.row-link)') ?? []),
];

const controlsIn = (row: HTMLElement): HTMLElement[] => [
  ...row.querySelectorAll<HTMLElement>('a[href], button, input'),
];

function focusRow(row: HTMLElement | undefined): void {
  row?.querySelector<HTMLElement>('.row-link')?.focus();
  row?.scrollIntoView({ block: 'nearest' });
}
