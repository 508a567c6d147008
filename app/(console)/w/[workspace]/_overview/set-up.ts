import { fetchApp, isConnected } from '#lib/accounts/apps.ts';
import type { Context } from '#lib/context.ts';
import type { Overview } from '#lib/reports/overview.ts';
import { listWorkflowNames } from '#lib/workflows/definitions.ts';

/** What it takes from an empty workspace to a supplier in the wizard, in the order of the guide. */
export const setUpSteps = ['connect', 'workflow', 'supplier', 'run', 'wizard'] as const;
export type SetUpStep = (typeof setUpSteps)[number];

/** Which steps are behind the workspace. `isSetUp` stays when the app is disconnected later. */
export async function setUpOf(
  ctx: Context,
  { suppliers, funnel }: Overview,
): Promise<{ done: Record<SetUpStep, boolean>; isSetUp: boolean }> {
  const [app, workflows] = await Promise.all([fetchApp(ctx, 'gov-ar'), listWorkflowNames(ctx)]);
  const reached = (stage: string) => funnel.stages.some((each) => each.stage === stage && each.reached > 0);
  // The funnel looks at a month; an older registration left its mark in a supplier's state.
  const isRegistered = suppliers.byState.some(({ state }) => state === 'registered');
  const done = {
    connect: isConnected(app),
    workflow: workflows.length > 0,
    supplier: suppliers.total > 0,
    run: reached('sent') || isRegistered,
    wizard: reached('opened') || isRegistered,
  };
  const { connect: _, ...rest } = done;
  return { done, isSetUp: Object.values(rest).every(Boolean) };
}
