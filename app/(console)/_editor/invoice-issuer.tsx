'use client';

import { Button, Group, TextInput, UnstyledButton } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { formatCuit } from '#lib/documents/cuit.ts';
import type { IssuerPart } from '#lib/invoices/first-draft.ts';
import { Chip } from '../_ui/chip.tsx';
import { Icon } from '../_ui/icon.tsx';
import { askDesk, type DeskIssuer } from './desk.ts';
import type { FormField } from './form-field.ts';
import { isClassC, withRegime } from './invoice-values.ts';
import { withValue } from './json-path.ts';

const restMs = 250;

/** In whose name it is issued; another is searched among those who are registered. */
export function InvoiceIssuer({ field, desk }: { field: FormField; desk: string }) {
  const t = useTranslations('console.invoiceForm');
  const [isChoosing, setChoosing] = useState(false);
  const cuit = field.read(['supplier', 'tax_id', 'code']);
  const choose = async (id: string) => {
    const part = await askDesk<IssuerPart>(`${desk}/issuers/${id}`);
    if (part) field.change((document) => withIssuer(document, part));
    setChoosing(false);
  };
  const error = field.errorAt(['supplier', 'tax_id', 'code'], ['supplier', 'name'], ['supplier']);
  return (
    <div>
      <Group justify="space-between" gap="sm" className="form-issuer">
        <div>
          <p className="form-label">{t('issuer')}</p>
          <p>
            <strong>
              <bdi>{field.read(['supplier', 'name']) || '-'}</bdi>
            </strong>{' '}
            <span className="hint nowrap">{cuit && formatCuit(cuit)}</span>
          </p>
          {error && <p className="form-error">{error}</p>}
        </div>
        <Button
          variant="default"
          size="sm"
          aria-expanded={isChoosing}
          data-place={field.place(['supplier'])}
          onClick={() => setChoosing(!isChoosing)}
        >
          {t('changeIssuer')}
        </Button>
      </Group>
      {isChoosing && <IssuerSearch desk={desk} onChoose={choose} />}
    </div>
  );
}

function IssuerSearch({ desk, onChoose }: { desk: string; onChoose: (id: string) => void }) {
  const t = useTranslations('console.invoiceForm');
  const [q, setQ] = useState('');
  const [found, setFound] = useState<DeskIssuer[]>();
  useEffect(() => {
    const leaving = new AbortController();
    const timer = setTimeout(async () => {
      const list = await askDesk<DeskIssuer[]>(`${desk}/issuers?q=${encodeURIComponent(q)}`, leaving.signal);
      if (!leaving.signal.aborted) setFound(list ?? []);
    }, restMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [desk, q]);
  return (
    <div className="issuer-search">
      <TextInput
        type="search"
        label={t('searchIssuer')}
        placeholder={t('searchIssuerHint')}
        maxLength={200}
        leftSection={<Icon name="search" size={18} />}
        value={q}
        data-autofocus
        onChange={({ currentTarget }) => setQ(currentTarget.value)}
      />
      <ul className="plain-list" aria-label={t('issuers')}>
        {found?.map(({ id, name, cuit, lacksPointOfSale }) => (
          <li key={id}>
            <UnstyledButton className="issuer-choice" onClick={() => onChoose(id)}>
              <bdi>{name}</bdi> <span className="hint nowrap">{formatCuit(cuit)}</span>{' '}
              {lacksPointOfSale && <Chip tone="wait">{t('lacksPointOfSale')}</Chip>}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {found?.length === 0 && (
        <p className="hint" role="status">
          {t('noIssuer')}
        </p>
      )}
    </div>
  );
}

/** With the issuer come its regime and a point of sale of its own. */
function withIssuer(document: unknown, { supplier, series, isSimplified }: IssuerPart): unknown {
  const issued = withValue(withValue(document, ['supplier'], supplier), ['series'], series);
  if (isSimplified === isClassC(document)) return issued;
  return withRegime(issued, isSimplified ? 'monotax' : 'registered');
}
