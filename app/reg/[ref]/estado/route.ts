import { proofStatusText } from '../comprobacion/view.tsx';
import { nextPath } from '../flow.ts';
import { get } from '../handler.tsx';

/** What the waiting page asks for every few seconds: where to go, and what to say while there. */
export const GET = get(({ registration, props }) =>
  Response.json({
    next: `${props.basePath}${nextPath(registration)}`,
    state: registration.proof.status,
    text: proofStatusText(props),
  }),
);
