'use client';

import './create-note.css';
import { Button, Checkbox, Radio, Stack, TextInput } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FormDialog } from '#console/_ui/form-dialog.tsx';

interface NoteLine {
  name: string;
  quantity: string;
}

interface CreateNoteProps {
  /** Of the new note, to which what is chosen is added. */
  path: string;
  type: 'credit-note' | 'debit-note';
  /** As many as can be shown; none where there are more. */
  lines: NoteLine[];
}

/** What the note is about: the whole, some lines with how much of each, or something else. Then to its draft. */
export function CreateNote({ path, type, lines }: CreateNoteProps) {
  const t = useTranslations('console.entry.note');
  const router = useRouter();
  const [opened, setOpened] = useState(false);
  const [extent, setExtent] = useState(type === 'credit-note' ? 'whole' : 'other');
  const [quantities, setQuantities] = useState<Record<number, string>>({});
  const [isEmpty, setEmpty] = useState(false);
  const chosen = Object.entries(quantities).map(
    ([index, quantity]) => `${index}:${quantity.replace(',', '.')}`,
  );
  const go = () => {
    if (extent === 'lines' && chosen.length === 0) return setEmpty(true);
    const what = extent === 'lines' ? chosen.join(',') : extent;
    router.push(`${path}&type=${type}&what=${encodeURIComponent(what)}`);
  };
  const choose = (index: number, quantity: string | undefined) => {
    setEmpty(false);
    setQuantities(({ [index]: _, ...others }) =>
      quantity === undefined ? others : { ...others, [index]: quantity },
    );
  };
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {t(`create.${type}`)}
      </Button>
      <FormDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={t(`create.${type}`)}
        onSubmit={go}
        submit={t('goOn')}
        pending={false}
        failure={undefined}
      >
        <Radio.Group value={extent} onChange={setExtent} label={t('what')}>
          <Stack gap="xs" mt="xs">
            <Radio value="whole" label={t('whole')} />
            {lines.length > 0 && <Radio value="lines" label={t('lines')} />}
            <Radio value="other" label={t('other')} />
          </Stack>
        </Radio.Group>
        {extent === 'lines' && (
          <ul className="plain-list note-lines" aria-label={t('lines')}>
            {lines.map(({ name, quantity }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the invoice
              <li key={index}>
                <Checkbox
                  label={<bdi>{name}</bdi>}
                  checked={quantities[index] !== undefined}
                  onChange={({ currentTarget }) =>
                    choose(index, currentTarget.checked ? quantity : undefined)
                  }
                />
                <TextInput
                  size="sm"
                  inputMode="decimal"
                  aria-label={t('quantityOf', { name })}
                  disabled={quantities[index] === undefined}
                  value={quantities[index] ?? quantity}
                  onChange={({ currentTarget }) => choose(index, currentTarget.value)}
                />
                <span className="hint nowrap">{t('of', { quantity })}</span>
              </li>
            ))}
          </ul>
        )}
        {isEmpty && (
          <p role="alert" className="note-problem">
            {t('noLine')}
          </p>
        )}
      </FormDialog>
    </>
  );
}
