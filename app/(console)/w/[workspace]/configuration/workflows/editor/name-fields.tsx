'use client';

import { Textarea, TextInput } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useEditor } from './editor-context.ts';
import { placeId } from './problems.ts';

export function NameFields() {
  const t = useTranslations('console.workflows.editor');
  const { editing, problems, explain } = useEditor();
  const { draft } = editing;
  const errorOf = (path: string) => {
    const problem = problems.find((each) => !each.step && each.path === path);
    return problem && explain(problem);
  };
  return (
    <div className="sheet sheet-text flow-names">
      <TextInput
        id={placeId('name')}
        label={t('name')}
        description={t('nameHint')}
        required
        maxLength={200}
        value={draft.name}
        error={errorOf('name')}
        onChange={(event) => editing.change({ ...draft, name: event.currentTarget.value })}
      />
      <Textarea
        id={placeId('description')}
        label={t('description')}
        autosize
        maxRows={6}
        maxLength={2_000}
        value={draft.description}
        error={errorOf('description')}
        onChange={(event) => editing.change({ ...draft, description: event.currentTarget.value })}
      />
    </div>
  );
}
