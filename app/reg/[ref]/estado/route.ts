import { get } from '../_door.tsx';
import { proofStatusText } from '../_views/proof-step.tsx';
import { firstUndone } from '../_views/steps.ts';

/** What the waiting page asks for every few seconds: where to go, and what to say while there. */
export const GET = get(({ registration, props }) =>
  Response.json({
    next: `${props.basePath}${firstUndone(registration)}`,
    state: registration.proof.status,
    text: proofStatusText(props),
  }),
);
