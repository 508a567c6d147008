'use client';

import { Button, Menu, Text } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { Icon } from '#console/_ui/icon.tsx';
import { providerKey, providerTitle } from '../step-title.ts';
import type { List } from './draft.ts';
import { useEditor } from './editor-context.ts';

interface AddStepProps {
  list: List;
  /** The number of the step that the new one comes before; at the end when absent. */
  before?: number;
  onAdd: (provider: string) => void;
}

/** A menu of what a step can be, with a sentence on each. */
export function AddStep({ list, before, onAdd }: AddStepProps) {
  const t = useTranslations('console.workflows');
  const { providers, schema } = useEditor();
  const offered = [...providers.values()].filter(
    (provider) =>
      (!provider.schema || provider.schema === schema) && (list === 'steps' || provider.role !== 'waits'),
  );
  const text = (id: string) => {
    const key = `providers.${providerKey(id)}.text`;
    return t.has(key as never) ? String(t(key as never)) : id;
  };
  return (
    <Menu width="min(26rem, calc(100vw - 2rem))" position="bottom-start" shadow="md" withinPortal>
      <Menu.Target>
        {before ? (
          <Button
            className="flow-insert"
            variant="subtle"
            size="compact-sm"
            aria-label={t('editor.addBefore', { list, number: before })}
            title={t('editor.addBefore', { list, number: before })}
          >
            <Icon name="plus" size={16} />
          </Button>
        ) : (
          <Button variant="light" leftSection={<Icon name="plus" size={18} />}>
            {t(list === 'steps' ? 'editor.add' : 'editor.addRescue')}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown className="flow-menu">
        {offered.map(({ id }) => (
          <Menu.Item key={id} onClick={() => onAdd(id)}>
            <Text fw={600} size="sm">
              {providerTitle(t, id, providers)}
            </Text>
            <Text size="sm" className="hint">
              {text(id)}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
