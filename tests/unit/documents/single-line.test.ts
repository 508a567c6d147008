import { expect, test } from 'vitest';
import type { z } from 'zod';
import { EntryFields } from '#app/api/silo/v1/_wire/entry-input.ts';
import { BatchInput } from '#app/api/transform/v1/_wire/batch.ts';
import { personName } from '#console/_person.ts';
import { begunKey } from '#console/w/[workspace]/configuration/api-keys/expiry.ts';
import { NewKey } from '#console/w/[workspace]/configuration/api-keys/new-key.ts';
import { NewSavedView } from '#lib/accounts/saved-views.ts';
import { WorkspaceChange } from '#lib/accounts/workspaces.ts';
import { AppChange } from '#lib/registrations/app-settings.ts';
import { Helper } from '#lib/registrations/helper.ts';
import { Details } from '#lib/registrations/registration.ts';
import { WorkflowChange } from '#lib/workflows/definition-input.ts';

const view = { list: 'suppliers', filters: {}, isShared: false };

/** Each name that somebody gives, in what it is sent in. */
const names: Record<string, [z.ZodType, (name: string) => unknown]> = {
  'of a supplier, in the wizard': [Details, (name) => ({ name, email: 'a@b.ar' })],
  'of a helper, in the wizard': [Helper, (name) => ({ name, email: 'a@b.ar' })],
  'of a person': [personName, (name) => name],
  'of a workspace': [WorkspaceChange, (name) => ({ name })],
  'of an API key': [NewKey, (name) => ({ ...begunKey, name })],
  'of a saved view': [NewSavedView, (name) => ({ ...view, name })],
  'of a workflow': [WorkflowChange, (name) => ({ name })],
  'of a step': [WorkflowChange, (name) => ({ steps: [{ name, provider: 'pdf' }] })],
  'of the contact for suppliers': [AppChange, (name) => ({ contact: { name } })],
  'of the wizard': [AppChange, (name) => ({ wizard: { name } })],
  'that an entry is known by': [EntryFields, (key) => ({ data: {}, key })],
  'that a row of a batch is known by': [
    BatchInput,
    (key) => ({ operation: 'archive', rows: [{ key, data: {} }] }),
  ],
};

test.each(Object.entries(names))('a name %s must be one line', (_whose, [schema, sent]) => {
  const taken = ['Ferretería «El Tornillo» S.A. =1', 'Mala SA\n=1+1', 'Mala SA\r=1+1', 'Mala\u001bSA'].map(
    (name) => schema.safeParse(sent(name)).success,
  );
  expect(taken).toEqual([true, false, false, false]);
});
