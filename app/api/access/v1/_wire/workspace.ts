import { z } from 'zod';
import { Instant } from '#app/api/_wire/instant.ts';
import { WorkspaceChange, type WorkspaceRow } from '#lib/accounts/workspaces.ts';

const { name, slug, contactEmail } = WorkspaceChange.shape;

export const WorkspacePatch = z.strictObject({
  name,
  slug,
  contact_email: contactEmail,
  /** A field of the reference API. Declared so that the error says what to send instead. */
  logo_url: z
    .never({ error: 'is not supported: send the picture itself as `wizard.logo` of the app gov-ar' })
    .optional(),
});

export const workspaceChange = ({ name, slug, contact_email }: z.infer<typeof WorkspacePatch>) => ({
  name,
  slug,
  contactEmail: contact_email,
});

export const WorkspaceResponse = z
  .object({
    id: z.uuid(),
    name: z.string(),
    slug: z.string(),
    country: z.string(),
    sandbox: z.boolean().describe('Cannot be changed.'),
    contact_email: z.string().optional(),
    created_at: Instant,
    updated_at: Instant,
  })
  .meta({ id: 'Workspace' });

export const workspaceResponse = (row: WorkspaceRow): z.infer<typeof WorkspaceResponse> => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  country: row.country,
  sandbox: row.environment === 'sandbox',
  ...(row.contactEmail ? { contact_email: row.contactEmail } : {}),
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
