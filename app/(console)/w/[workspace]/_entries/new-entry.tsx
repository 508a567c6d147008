'use client';

import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { DocumentEditor } from '#console/_editor/document-editor.tsx';
import type { Path } from '#console/_editor/json-path.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { createFromText } from './actions.ts';
import { formQueriesPath, registerAddresses } from './register-addresses.ts';

interface NewEntryProps {
  workspace: string;
  folder: 'suppliers' | 'invoices';
  /** Initial document. */
  skeleton: string;
  /** Path of the field that gets the focus. */
  begin: Path;
  createdMessage: string;
  /** Identifies the draft within the tab; the page's path by default. */
  draftKey?: string;
}

/** Ids as generated in lib/documents/envelope.ts. */
const newId = { suppliers: uuidv4, invoices: uuidv7 };

export function NewEntry({ workspace, folder, skeleton, begin, createdMessage, draftKey }: NewEntryProps) {
  const tActions = useTranslations('console.shell.actions');
  const router = useRouter();
  // Chosen in advance, so that a repeated request after a lost response creates only one entry.
  const [id] = useState(() => newId[folder]());
  const list = workspacePath(workspace, `/${folder}`);
  return (
    <DocumentEditor
      workspace={workspace}
      folder={folder}
      draftKey={draftKey ?? `${list}/new`}
      stored={{ text: skeleton, base: '' }}
      begin={begin}
      registerAddresses={registerAddresses(workspace)}
      formQueriesPath={formQueriesPath(workspace)}
      save={({ text }) => createFromText(workspace, { id, folder, text })}
      onSaved={(entryId) => {
        notifications.show({ message: createdMessage, color: 'green' });
        router.push(workspacePath(workspace, `/entries/${entryId}`));
      }}
      cancel={
        <Button component={Link} href={list} variant="subtle" className="quiet">
          {tActions('cancel')}
        </Button>
      }
    />
  );
}
