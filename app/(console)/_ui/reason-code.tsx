import type { RejectionReason } from '#lib/certificates/rejection.ts';
import { supportCodes } from '#lib/certificates/rejection.ts';

/** What a supplier reads to support, and the same as the API has it. */
export const ReasonCode = ({ of: reason }: { of: RejectionReason }) => (
  <span className="hint">
    <code className="nowrap">{supportCodes[reason]}</code> · <code className="nowrap">{reason}</code>
  </span>
);
