'use client';

import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { DocumentEditor } from '#console/_editor/document-editor.tsx';
import type { DocumentDraft } from '#console/_editor/typed-document.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { formQueriesPath, registerAddresses } from '#console/w/[workspace]/_entries/register-addresses.ts';
import { saveEntry } from './actions.ts';

interface EditEntryProps {
  workspace: string;
  id: string;
  folder: string;
  stored: DocumentDraft;
}

export function EditEntry({ workspace, id, folder, stored }: EditEntryProps) {
  const t = useTranslations('console.entry.edit');
  const tActions = useTranslations('console.shell.actions');
  const router = useRouter();
  const entry = workspacePath(workspace, `/entries/${id}`);
  return (
    <DocumentEditor
      workspace={workspace}
      folder={folder}
      draftKey={`${entry}/edit`}
      stored={stored}
      registerAddresses={registerAddresses(workspace)}
      formQueriesPath={formQueriesPath(workspace)}
      save={(draft) => saveEntry(workspace, { id, ...draft })}
      onSaved={() => {
        notifications.show({ message: t('saved'), color: 'green' });
        router.push(entry);
      }}
      cancel={
        <Button component={Link} href={entry} variant="subtle" className="quiet">
          {tActions('cancel')}
        </Button>
      }
    />
  );
}
