'use client';

import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { DocumentEditor } from '#console/_editor/document-editor.tsx';
import type { DocumentFault } from '#console/_editor/faults.ts';
import type { DocumentDraft } from '#console/_editor/typed-document.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { formQueriesPath, registerAddresses } from '#console/w/[workspace]/_entries/register-addresses.ts';
import {
  type Authorising,
  AuthorisingNote,
  SaveAndAuthorise,
} from '#console/w/[workspace]/_entries/save-and-authorise.tsx';
import { saveEntry } from './actions.ts';

interface EditEntryProps {
  workspace: string;
  id: string;
  folder: string;
  stored: DocumentDraft;
  /** Why the stored document failed, at its fields. */
  faults: DocumentFault[];
  /** For an invoice: how it is authorized as soon as it is saved. */
  authorising: Authorising | undefined;
}

export function EditEntry({ workspace, id, folder, stored, faults, authorising }: EditEntryProps) {
  const t = useTranslations('console.entry.edit');
  const tActions = useTranslations('console.shell.actions');
  const router = useRouter();
  const [ids] = useState(() => ({ entry: id, job: uuidv7() }));
  const entry = workspacePath(workspace, `/entries/${id}`);
  return (
    <DocumentEditor
      workspace={workspace}
      folder={folder}
      draftKey={`${entry}/edit`}
      stored={{ ...stored, ids }}
      faults={faults}
      registerAddresses={registerAddresses(workspace)}
      formQueriesPath={formQueriesPath(workspace)}
      save={({ text, base }) => saveEntry(workspace, { id, text, base })}
      onSaved={() => {
        notifications.show({ message: t('saved'), color: 'green' });
        router.push(entry);
      }}
      further={
        authorising && !authorising.missing
          ? (document) => (
              <SaveAndAuthorise
                workspace={workspace}
                storedId={id}
                document={document}
                workflows={authorising.workflows}
              />
            )
          : undefined
      }
      note={authorising?.missing && <AuthorisingNote workspace={workspace} missing={authorising.missing} />}
      cancel={
        <Button component={Link} href={entry} variant="subtle" className="quiet">
          {tActions('cancel')}
        </Button>
      }
    />
  );
}
