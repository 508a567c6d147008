'use client';

import { Switch } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { Failure } from '#console/_ui/failure.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { markSeen, setDigest } from './actions.ts';

interface TroublesNoteProps {
  workspace: string;
  /** Recipient of the morning digest. */
  email: string;
  digest: boolean;
  /** Whether the list contains unseen failures. */
  hasUnseen: boolean;
}

/** Shown above the list of failures. Marks them as seen, and subscribes to the digest. */
export function TroublesNote({ workspace, email, digest, hasUnseen }: TroublesNoteProps) {
  const t = useTranslations('console.activity.troubles');
  const { run, pending, failure } = useConsoleAction(setDigest.bind(null, workspace));
  useEffect(() => {
    if (hasUnseen) void markSeen(workspace, {});
  }, [workspace, hasUnseen]);
  return (
    <div className="sheet sheet-text">
      <Switch
        label={t('digest')}
        description={t('digestHint', { email })}
        checked={digest}
        disabled={pending}
        onChange={({ currentTarget }) =>
          run({ wanted: currentTarget.checked }, () =>
            notifications.show({ message: t('saved'), color: 'green' }),
          )
        }
      />
      <Failure of={failure} />
    </div>
  );
}
