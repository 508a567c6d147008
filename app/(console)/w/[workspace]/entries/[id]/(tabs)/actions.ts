'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { consoleAction } from '#console/_action.ts';
import { limit } from '#lib/http/rate-limit.ts';
import { extendLink, issueNewLink, LinkTerm, revokeLinkOf } from '#lib/registrations/entry-link.ts';
import { fetchRegistration } from '#lib/registrations/find.ts';
import { takeBack } from '#lib/registrations/links/hand-over.ts';
import { checkPointsOfSale } from '#lib/registrations/points-of-sale/check.ts';
import { StateInput, setState } from '#lib/silo/states.ts';
import { createJob } from '#lib/workflows/jobs.ts';

const id = z.uuid().toLowerCase();

/** `jobId` is the client's own, so that what is sent twice is one job. */
const Run = z.strictObject({ id, workflowId: id, jobId: id });

export const runWorkflow = consoleAction(Run, async ({ ctx }, input) => {
  const job = await createJob(ctx, { workflowId: input.workflowId, entryId: input.id }, input.jobId);
  return { jobId: job.id };
});

export const changeState = consoleAction(StateInput.extend({ id }), async ({ ctx }, { id, ...state }) => {
  await setState(ctx, id, state);
  refresh();
});

export const extend = consoleAction(LinkTerm.extend({ id }), async ({ ctx }, { id, ...term }) => {
  const { expiresAt } = await extendLink(ctx, id, term);
  refresh();
  return { expiresAt };
});

export const revoke = consoleAction(z.strictObject({ id }), async ({ ctx }, { id }) => {
  await revokeLinkOf(ctx, id);
  refresh();
});

export const replace = consoleAction(z.strictObject({ id }), async ({ ctx }, { id }) => {
  await issueNewLink(ctx, id);
  refresh();
});

export const takeBackLink = consoleAction(
  z.strictObject({ id, link: id }),
  async ({ ctx }, { id: entryId, link }) => {
    await takeBack(ctx, await fetchRegistration(ctx, entryId), link);
    refresh();
  },
);

/** What was kept is drawn anew when the authority does not answer, too: the page then says so. */
export const checkPoints = consoleAction(z.strictObject({ id }), async ({ ctx }, { id }) => {
  await limit('proof', id);
  try {
    await checkPointsOfSale(ctx, id);
  } finally {
    refresh();
  }
});
