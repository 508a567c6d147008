import { eq } from 'drizzle-orm';
import { addMember } from '#lib/accounts/members.ts';
import type { Environment } from '#lib/authority-environment.ts';
import type { Context } from '#lib/context.ts';
import { type DatabaseSource, database } from '#lib/database/client.ts';
import { apps } from '#lib/database/tables/accounts.ts';
import { registrationLinks } from '#lib/database/tables/registrations.ts';
import { AppChange, changeAppSettings } from '#lib/registrations/app-settings.ts';
import { createRegistration } from '#lib/registrations/create.ts';
import { revokeLink } from '#lib/registrations/link.ts';
import { listMeta } from '#lib/silo/meta.ts';
import { newPerson, type Person } from './person.ts';
import { dataUri, png } from './pictures.ts';
import { withDatabase } from './with-database.ts';
import { newApiKey, newRegistrationWorkflow, newSupplier, newWorkspace } from './workspace.ts';

interface SeededWorkspace {
  slug: string;
  environment: Environment;
  apiKey: string;
  workflow: string;
}

export type WorkspaceName = Environment | 'expired' | 'branded' | `delegating-${Environment}`;

/**
 * A workspace of each environment with a common owner, one of each whose suppliers may delegate, one whose
 * links have already expired when they are made, one with its own branding, and a revoked link.
 */
export type Seeded = Record<WorkspaceName, SeededWorkspace> & {
  revokedLink: string;
  /** Owner of `sandbox` and `live`. */
  owner: Person;
};

export const brand = {
  wizard: {
    name: 'Distribuidora Ñandú',
    colour: '#7a1f5c',
    logo: dataUri(png(400, 120)),
    greeting: { es: 'Hola, somos Ñandú <b>&</b> cía. Cualquier duda, llamanos.' },
  },
  contact: { name: 'Ana Beltrán', email: 'ana@nandu.example', phone: '(011) 4321-5678' },
  returnUrl: 'https://nandu.example/proveedores',
};

export async function seedWorkspaces(source: DatabaseSource): Promise<Seeded> {
  return withDatabase(source, async () => {
    const sandbox = await newWorkspace('sandbox');
    const live = await newWorkspace('live');
    const expired = await newWorkspace('live');
    await database()
      .update(apps)
      .set({ settings: { linkLifetimeDays: 0 } })
      .where(eq(apps.workspaceId, expired.workspace.id));
    const owner = await newPerson({ ctx: sandbox, role: 'owner' });
    await addMember(live, owner.id, 'owner');
    const branded = await newWorkspace('sandbox');
    await changeAppSettings(branded, 'gov-ar', AppChange.parse(brand));
    return {
      owner,
      branded: await keysOf(branded),
      sandbox: await keysOf(sandbox),
      live: await keysOf(live),
      expired: await keysOf(expired),
      'delegating-sandbox': await keysOf(await newWorkspace('sandbox')),
      'delegating-live': await keysOf(await newWorkspace('live')),
      revokedLink: await makeRevokedLink(sandbox),
    };
  });
}

async function keysOf(ctx: Context): Promise<SeededWorkspace> {
  const { id: workflow } = await newRegistrationWorkflow(ctx);
  return {
    slug: ctx.workspace.slug,
    environment: ctx.workspace.environment,
    apiKey: await newApiKey(ctx),
    workflow,
  };
}

async function makeRevokedLink(ctx: Context): Promise<string> {
  const entry = await newSupplier(ctx);
  const created = await createRegistration(ctx, entry);
  if (created.kind !== 'created') throw new Error(`the registration did not start: ${created.kind}`);
  await database().transaction((tx) => created.store(tx));
  const [meta] = await listMeta(ctx, entry.id);
  const [link] = await database()
    .select({ id: registrationLinks.id })
    .from(registrationLinks)
    .where(eq(registrationLinks.workspaceId, ctx.workspace.id));
  if (!meta?.link?.url || !link) throw new Error('the registration has no link');
  await revokeLink(ctx, link.id);
  return meta.link.url;
}
