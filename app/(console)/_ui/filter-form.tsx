'use client';

import { Badge, Button } from '@mantine/core';
import Link from 'next/link';
import { useRouter, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ChangeEvent, type ReactNode, useEffect, useRef, useState, useTransition } from 'react';
import { Icon } from './icon.tsx';

interface FilterFormProps {
  path: string;
  /** Values of the fields by name, as in the address. */
  typed: Record<string, string | undefined>;
  className?: string;
  children: ReactNode;
}

/** Pause after the last key before typed text is applied. */
const pauseMs = 500;

/**
 * A list's filters as a GET form, which also works without script. With script, a choice applies at once, and text
 * after a pause or with Enter; then the fields, the focus and the scroll position stay. A narrow page shows only the
 * search field, and the others behind a button.
 */
export function FilterForm({ path, typed, className = '', children }: FilterFormProps) {
  const t = useTranslations('console.shell.lists');
  const router = useRouter();
  const params = useSearchParams();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Address to which the fields led last: they already show it, or something newer. */
  const applied = useRef<string>(undefined);
  /** Whether that was a pause in a text. */
  const wasTyping = useRef(false);
  /** A change that is not applied yet. */
  const isPending = useRef(false);
  const [isLoading, startLoading] = useTransition();
  const [isOpen, setIsOpen] = useState(false);
  const shown = JSON.stringify(typed);
  const before = useRef(shown);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    if (applied.current === currentAddress()) return;
    applied.current = undefined;
    if (form.current) showAddress(form.current, JSON.parse(shown));
  }, [shown]);

  const apply = ({ isTyping }: { isTyping: boolean }) => {
    clearTimeout(timer.current);
    isPending.current = false;
    if (!form.current) return;
    const address = addressOf(path, new FormData(form.current));
    const current = currentAddress();
    if (address === current) return;
    // Back leads to the list before the text, not through every pause in it.
    const isSameText = isTyping && wasTyping.current && applied.current === current;
    applied.current = address;
    wasTyping.current = isTyping;
    startLoading(() => router[isSameText ? 'replace' : 'push'](address, { scroll: false }));
  };
  const change = ({ target }: ChangeEvent<HTMLFormElement>) => {
    clearTimeout(timer.current);
    isPending.current = true;
    if (target instanceof HTMLSelectElement) apply({ isTyping: false });
    else if (isUsefulInPart(target)) timer.current = setTimeout(() => apply({ isTyping: true }), pauseMs);
  };
  const leave = () => {
    if (isPending.current) apply({ isTyping: false });
  };
  // The search field is in view, and the two dates belong to the period.
  const count = Object.entries(typed).filter(
    ([name, value]) => value && !['q', 'from', 'to'].includes(name),
  ).length;
  const isNarrowed = Object.values(typed).some(Boolean);
  return (
    <search aria-label={t('filters')}>
      <form
        ref={form}
        action={path}
        className={`filters ${className}`.trim()}
        aria-busy={isLoading}
        data-open={isOpen}
        onChange={change}
        onBlur={leave}
        onSubmit={(event) => {
          event.preventDefault();
          apply({ isTyping: false });
        }}
      >
        {children}
        {['sort', 'rows'].map((name) => {
          const value = params.get(name);
          return value && <input key={name} type="hidden" name={name} value={value} />;
        })}
        <Button type="submit" variant="default" className="filter-submit">
          {t('filter')}
        </Button>
        {isNarrowed && (
          <Link href={path} scroll={false} className="filter-clear" onClick={() => form.current?.reset()}>
            {t('clear')}
          </Link>
        )}
        <Button
          variant="default"
          className="filter-toggle"
          aria-expanded={isOpen}
          leftSection={<Icon name="filter" size={18} />}
          rightSection={
            count > 0 && (
              <Badge size="sm" circle>
                {count}
              </Badge>
            )
          }
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('filters')}
        </Button>
      </form>
    </search>
  );
}

function addressOf(path: string, fields: FormData): string {
  const given = [...fields].flatMap(([name, value]) =>
    typeof value === 'string' && value.trim() ? [[name, value.trim()]] : [],
  );
  const query = new URLSearchParams(given).toString();
  return query ? `${path}?${query}` : path;
}

const currentAddress = () => `${location.pathname}${location.search}`;

/** A field whose text is applied while it is typed. An ID or a CUIT is valid only as a whole. */
const isUsefulInPart = (field: EventTarget) =>
  field instanceof HTMLInputElement && (['search', 'date'].includes(field.type) || field.list !== null);

/** Writes the values of a new address into the fields, after Back or a link. */
function showAddress(form: HTMLFormElement, typed: Record<string, string>): void {
  for (const field of form.elements) {
    if (field instanceof HTMLSelectElement) field.value = typed[field.name] ?? '';
    if (field instanceof HTMLInputElement && field.type !== 'hidden') field.value = field.defaultValue;
  }
}
