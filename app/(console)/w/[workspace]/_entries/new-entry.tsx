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
import { type Authorising, AuthorisingNote, SaveAndAuthorise } from './save-and-authorise.tsx';

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
  /** For an invoice: how it is authorized as soon as it is saved. */
  authorising?: Authorising;
}

/** Ids as generated in lib/documents/envelope.ts. */
const newId = { suppliers: uuidv4, invoices: uuidv7 };

export function NewEntry({
  workspace,
  folder,
  skeleton,
  begin,
  createdMessage,
  draftKey,
  authorising,
}: NewEntryProps) {
  const tActions = useTranslations('console.shell.actions');
  const router = useRouter();
  // Stored with the draft, so that a repeated request creates only one entry even after the page was reloaded.
  const [ids] = useState(() => ({ entry: newId[folder](), job: uuidv7() }));
  const list = workspacePath(workspace, `/${folder}`);
  return (
    <DocumentEditor
      workspace={workspace}
      folder={folder}
      draftKey={draftKey ?? `${list}/new`}
      stored={{ text: skeleton, base: '', ids }}
      begin={begin}
      registerAddresses={registerAddresses(workspace)}
      formQueriesPath={formQueriesPath(workspace)}
      save={(draft) => createFromText(workspace, { id: (draft.ids ?? ids).entry, folder, text: draft.text })}
      onSaved={(entryId) => {
        notifications.show({ message: createdMessage, color: 'green' });
        router.push(workspacePath(workspace, `/entries/${entryId}`));
      }}
      further={
        authorising && !authorising.missing
          ? (document) => (
              <SaveAndAuthorise workspace={workspace} document={document} workflows={authorising.workflows} />
            )
          : undefined
      }
      note={authorising?.missing && <AuthorisingNote workspace={workspace} missing={authorising.missing} />}
      cancel={
        <Button component={Link} href={list} variant="subtle" className="quiet">
          {tActions('cancel')}
        </Button>
      }
    />
  );
}
