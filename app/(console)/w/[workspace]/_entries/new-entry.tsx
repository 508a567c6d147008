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
import { deskOf, registerAddresses } from './register-addresses.ts';

interface NewEntryProps {
  workspace: string;
  folder: 'suppliers' | 'invoices';
  /** The document to begin with, and the place in it. */
  skeleton: string;
  begin: Path;
  created: string;
  /** What tells its draft from others of this tab; the page's path unless given. */
  draft?: string;
}

/** As lib/documents/envelope.ts takes them. */
const newId = { suppliers: uuidv4, invoices: uuidv7 };

export function NewEntry({ workspace, folder, skeleton, begin, created, draft }: NewEntryProps) {
  const shell = useTranslations('console.shell.actions');
  const router = useRouter();
  // Sent again after an answer that was lost, it is the same entry.
  const [id] = useState(() => newId[folder]());
  const list = workspacePath(workspace, `/${folder}`);
  return (
    <DocumentEditor
      workspace={workspace}
      folder={folder}
      path={draft ?? `${list}/new`}
      stored={{ text: skeleton, base: '' }}
      begin={begin}
      register={registerAddresses(workspace)}
      desk={deskOf(workspace)}
      save={({ text }) => createFromText(workspace, { id, folder, text })}
      onSaved={(saved) => {
        notifications.show({ message: created, color: 'green' });
        router.push(workspacePath(workspace, `/entries/${saved}`));
      }}
      cancel={
        <Button component={Link} href={list} variant="subtle" className="quiet">
          {shell('cancel')}
        </Button>
      }
    />
  );
}
