import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { SealPlace } from '#lib/vault.ts';
import { setupCodes, workspaces } from './tables/accounts.ts';
import { accessTickets, certificates } from './tables/certificates.ts';
import { idempotentAnswers } from './tables/idempotency.ts';
import { registrationLinks } from './tables/links.ts';
import { secondFactors } from './tables/second-factors.ts';
import { vaultSecrets } from './tables/vault.ts';
import { webhookAttempts, webhookDeliveries, webhookSecrets } from './tables/webhooks.ts';
import { jobs, workflows, workflowVersions } from './tables/workflows.ts';

/** A column that holds sealed values, and what the place of each row's is made of. */
export interface SealedColumn {
  column: PgColumn;
  /** The primary key, by which the table is walked. */
  key: PgColumn[];
  /** What the place calls the row. Of steps each names itself. */
  row: SQL;
  /** Whose the row is; nothing for what is the installation's own. */
  workspace: SQL;
  environment: SQL;
  /** What is joined to the table for these. */
  joined: SQL;
  holds: 'value' | 'steps';
}

const ofWorkspace = (workspaceId: PgColumn) => ({
  workspace: sql`${workspaces.id}`,
  environment: sql`${workspaces.environment}`,
  joined: sql`join ${workspaces} on ${workspaces.id} = ${workspaceId}`,
  holds: 'value' as const,
});
const ofInstallation = {
  workspace: sql`''`,
  environment: sql`''`,
  joined: sql``,
  holds: 'value' as const,
};
const ofCertificate = {
  ...ofInstallation,
  workspace: sql`${certificates.workspaceId}`,
  environment: sql`${certificates.environment}`,
};
/** Secrets are in the configurations of steps, as `{ "$sealed": … }`. Copied to another list they keep their place. */
const stepsOf = (workspaceId: PgColumn) => ({
  ...ofWorkspace(workspaceId),
  row: sql`''`,
  holds: 'steps' as const,
});
const jobSteps = { ...stepsOf(jobs.workspaceId), key: [jobs.id] };
const workflowSteps = { ...stepsOf(workflows.workspaceId), key: [workflows.id] };
const versionSteps = {
  ...stepsOf(workflows.workspaceId),
  key: [workflowVersions.workflowId, workflowVersions.version],
  joined: sql`join ${workflows} on ${workflows.id} = ${workflowVersions.workflowId}
    join ${workspaces} on ${workspaces.id} = ${workflows.workspaceId}`,
};

/** All of them: what seals takes its place from here, and so do rotation and the check of a restored database. */
export const sealedColumns = {
  installationSecret: {
    ...ofInstallation,
    column: vaultSecrets.secretSealed,
    key: [vaultSecrets.name],
    row: sql`${vaultSecrets.name}`,
  },
  setupCode: {
    ...ofInstallation,
    column: setupCodes.codeSealed,
    key: [setupCodes.id],
    row: sql`${setupCodes.id}`,
  },
  secondFactor: {
    ...ofInstallation,
    column: secondFactors.secretSealed,
    key: [secondFactors.userId],
    row: sql`${secondFactors.userId}`,
  },
  certificateKey: {
    ...ofCertificate,
    column: certificates.keySealed,
    key: [certificates.id],
    row: sql`${certificates.id}`,
  },
  accessTicket: {
    ...ofCertificate,
    column: accessTickets.ticketSealed,
    key: [accessTickets.certificateId, accessTickets.service],
    row: sql`${accessTickets.certificateId} || '/' || ${accessTickets.service}`,
    joined: sql`join ${certificates} on ${certificates.id} = ${accessTickets.certificateId}`,
  },
  linkRef: {
    ...ofWorkspace(registrationLinks.workspaceId),
    column: registrationLinks.refSealed,
    key: [registrationLinks.id],
    row: sql`${registrationLinks.id}`,
  },
  idempotentAnswer: {
    ...ofWorkspace(idempotentAnswers.workspaceId),
    column: idempotentAnswers.bodySealed,
    key: [idempotentAnswers.workspaceId, idempotentAnswers.route, idempotentAnswers.key],
    row: sql`${idempotentAnswers.route} || ' ' || ${idempotentAnswers.key}`,
  },
  webhookSecret: {
    ...ofWorkspace(webhookSecrets.workspaceId),
    column: webhookSecrets.secretSealed,
    key: [webhookSecrets.id],
    row: sql`${webhookSecrets.id}`,
  },
  webhookHeaders: {
    ...ofWorkspace(webhookDeliveries.workspaceId),
    column: webhookDeliveries.headersSealed,
    key: [webhookDeliveries.id],
    row: sql`${webhookDeliveries.id}`,
  },
  webhookAnswer: {
    ...ofWorkspace(webhookDeliveries.workspaceId),
    column: webhookAttempts.responseSealed,
    key: [webhookAttempts.deliveryId, webhookAttempts.index],
    row: sql`${webhookAttempts.deliveryId} || '/' || ${webhookAttempts.index}`,
    joined: sql`join ${webhookDeliveries} on ${webhookDeliveries.id} = ${webhookAttempts.deliveryId}
      join ${workspaces} on ${workspaces.id} = ${webhookDeliveries.workspaceId}`,
  },
  workflowSteps: { ...workflowSteps, column: workflows.steps },
  workflowRescue: { ...workflowSteps, column: workflows.rescue },
  versionSteps: { ...versionSteps, column: workflowVersions.steps },
  versionRescue: { ...versionSteps, column: workflowVersions.rescue },
  jobSteps: { ...jobSteps, column: jobs.steps },
  jobRescue: { ...jobSteps, column: jobs.rescue },
} satisfies Record<string, SealedColumn>;

/** `certificates.key_sealed`. */
export const nameOfColumn = ({ column }: Pick<SealedColumn, 'column'>): string =>
  `${getTableName(column.table)}.${column.name}`;

interface Owner {
  id: string;
  environment: string;
}

/** Of what belongs to no workspace. */
export const installation: Owner = { id: '', environment: '' };

/** Of a value in a row of the workspace's. */
export const placeIn = (
  { column }: Pick<SealedColumn, 'column'>,
  { id, environment }: Owner,
  row: string,
): SealPlace => ({
  table: getTableName(column.table),
  column: column.name,
  row,
  workspace: id,
  environment,
});

/** Of a secret in a step's configuration. */
export const placeInStep = (owner: Owner, stepId: string, name: string): SealPlace => ({
  ...placeIn(sealedColumns.workflowSteps, owner, stepId),
  column: `steps.${name}`,
});
