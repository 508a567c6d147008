import type { Workspace } from '#lib/context.ts';
import type { StoredFault } from '#lib/faults/fault.ts';
import { englishFault } from '#lib/faults/render.ts';

/** What a message tells of: ids and reasons, never a link or a key. */
export interface About {
  entryId?: string | undefined;
  job?: { id: string; key: string | null; args: Record<string, string> } | undefined;
  faults?: StoredFault[] | undefined;
  /** On the entry's invoice. */
  remarks?: StoredFault[] | undefined;
  data?: EventData | undefined;
}

/** More of the event's own. */
interface EventData {
  registrationId?: string;
  linkId?: string;
  /** Whose link it is: the supplier's, or somebody's whom they handed the steps over to. */
  scope?: 'full' | 'arca-steps-only';
  certificateId?: string;
  /** Whose certificate acts for who delegates. */
  delegateCuit?: string;
  /** How many suppliers rest on the delegate. */
  delegators?: number;
  notAfter?: Date;
  daysLeft?: number;
  reason?: string;
  fingerprint?: string;
  /** An invoice's number. */
  series?: string;
  code?: string;
}

/**
 * The body of a webhook, under the names that receivers know. They stand here and not with those of the API: what is
 * told is no service that has versions, and a body that was written is sent as it is, days later too.
 * The entry's id is in both spellings: one is the documented one, the other what clients of this field expect.
 */
export const payloadOf = (id: string, workspace: Workspace, event: string | undefined, about: About) => ({
  id,
  ...(event ? { event } : {}),
  created_at: new Date().toISOString(),
  owner_id: workspace.id,
  ...(about.entryId ? { siloEntryId: about.entryId, silo_entry_id: about.entryId } : {}),
  ...(about.job ? { transform_job_id: about.job.id } : {}),
  ...(about.job?.key ? { key: about.job.key } : {}),
  args: about.job?.args ?? {},
  faults: (about.faults ?? []).map(englishFault),
  ...(about.remarks?.length ? { remarks: about.remarks.map(englishFault) } : {}),
  ...(about.data ? { data: dataOf(about.data) } : {}),
});

const dataOf = ({
  registrationId,
  linkId,
  certificateId,
  delegateCuit,
  delegators,
  notAfter,
  daysLeft,
  ...rest
}: EventData) => ({
  registration_id: registrationId,
  link_id: linkId,
  certificate_id: certificateId,
  delegate_cuit: delegateCuit,
  delegated_suppliers: delegators?.toString(),
  not_after: notAfter?.toISOString(),
  days_left: daysLeft?.toString(),
  ...rest,
});
