'use client';

import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { isValidCuit, normaliseCuit } from '#lib/documents/cuit.ts';
import { askDesk, type DeskPoint, type DeskPoints } from './desk.ts';
import type { FormField } from './form-field.ts';
import { ChoiceField, TextField } from './inputs.tsx';

const path = ['series'];

/** One of those that the authority lists for the issuer; where it lists none, a number. */
export function PointOfSaleField({ field, desk }: { field: FormField; desk: string }) {
  const t = useTranslations('console.invoiceForm');
  const cuit = normaliseCuit(field.read(['supplier', 'tax_id', 'code']));
  const [known, setKnown] = useState<{ cuit: string; points: DeskPoints }>();
  const [isAsking, setAsking] = useState(false);
  const address = `${desk}/points-of-sale?cuit=${cuit}`;
  useEffect(() => {
    if (!isValidCuit(cuit)) return;
    const leaving = new AbortController();
    void askDesk<DeskPoints>(address, leaving.signal).then((points) => points && setKnown({ cuit, points }));
    return () => leaving.abort();
  }, [address, cuit]);
  const ask = async () => {
    setAsking(true);
    const points = await askDesk<DeskPoints>(address, undefined, 'POST');
    if (points) setKnown({ cuit, points });
    setAsking(false);
  };
  const points = known?.cuit === cuit ? known.points : undefined;
  if (points?.kind !== 'listed') {
    return (
      <TextField
        field={field}
        path={path}
        label={t('pointOfSale')}
        {...(points?.kind === 'any' ? { description: t('anyPoint') } : {})}
        inputMode="numeric"
        maxLength={5}
        required
      />
    );
  }
  const { list } = points;
  const series = field.read(path);
  const chosen = list.find(({ number }) => number === Number(series));
  const usable = list.filter(({ usable }) => usable);
  return (
    <div>
      <ChoiceField
        field={field}
        path={path}
        label={t('pointOfSale')}
        value={chosen ? String(chosen.number) : series}
        options={list.map((point) => ({ value: String(point.number), label: nameOf(point) }))}
        onChoose={(number) => field.write(path, number)}
      />
      {usable.length === 0 && <p className="form-warning">{t('noPoint')}</p>}
      {usable.length > 0 && series !== '' && !chosen?.usable && (
        <p className="form-warning">{t('unusablePoint')}</p>
      )}
      {points.unavailable && <p className="hint">{t('pointsUnavailable')}</p>}
      <Button variant="subtle" size="compact-sm" loading={isAsking} onClick={ask} className="form-aside">
        {t('readPoints')}
      </Button>
    </div>
  );

  function nameOf({ number, system, usable, reason }: DeskPoint): string {
    const name = `${String(number).padStart(5, '0')} · ${system}`;
    return usable || !reason ? name : `${name} · ${t(`points.${reason}`)}`;
  }
}
