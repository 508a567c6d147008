'use client';

import { Kbd, Modal } from '@mantine/core';
import { useTranslations } from 'next-intl';

const keysByAction = {
  search: ['Ctrl K', '/'],
  next: ['j'],
  previous: ['k'],
  open: ['Enter'],
  select: ['x'],
  controls: ['←', '→'],
  sheet: ['?'],
} as const;

export function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useTranslations('console.shell.keys');
  return (
    <Modal opened={opened} onClose={onClose} title={t('title')} size="sm">
      <dl className="keys">
        {Object.entries(keysByAction).map(([action, keys]) => (
          <div key={action} className="key-line">
            <dt>{t(`actions.${action as keyof typeof keysByAction}`)}</dt>
            <dd>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
