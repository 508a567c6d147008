import { z } from 'zod';
import { AltaError } from '#lib/errors.ts';
import { log } from '#lib/log.ts';
import { policyReports } from '#lib/metrics.ts';
import { shared } from '#lib/shared.ts';
import { jsonOf, readBody } from './body.ts';
import { clientAddress } from './client-address.ts';
import { isConsolePath } from './console-paths.ts';
import { limit } from './rate-limit.ts';

const bodyBytes = 16_384;
const reportsAtOnce = 10;
/** So many different ones are logged, each once: what a page does it does to everybody, and anybody may report. */
const loggedKinds = 50;

const directives = [
  'base-uri',
  'connect-src',
  'default-src',
  'font-src',
  'form-action',
  'frame-ancestors',
  'img-src',
  'object-src',
  'script-src',
  'script-src-attr',
  'script-src-elem',
  'style-src',
  'style-src-attr',
  'style-src-elem',
] as const;

/** One page's breach of its policy. Nothing here is an address: that of a page of the wizard is a secret. */
interface PolicyReport {
  area: 'wizard' | 'console' | 'other';
  directive: (typeof directives)[number] | 'other';
  /** `inline`, `eval`, a scheme, or the host of what was refused. */
  blocked: string;
}

const text = z.string().max(8_192).catch('').default('');
/** As `report-uri` sends it (CSP level 2). */
const Single = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
  }),
});
/** As the Reporting API sends it, several at a time, and of whatever kinds the browser has. */
const Several = z.array(
  z.object({
    type: text,
    url: text,
    body: z.object({ documentURL: text, effectiveDirective: text, blockedURL: text }).catch({
      documentURL: '',
      effectiveDirective: '',
      blockedURL: '',
    }),
  }),
);

/**
 * Takes what a browser reports: counts each, and logs each kind once.
 * @throws AltaError `rate-limited`, `too-large`, `input` for what is no report.
 */
export async function countPolicyReports(request: Request): Promise<void> {
  await limit('policy-report', clientAddress(request));
  const sent = await jsonOf((await readBody(request, bodyBytes)).toString());
  for (const report of reportsIn(sent).slice(0, reportsAtOnce)) {
    const { area, directive } = report;
    policyReports().inc({ area, directive });
    if (isNewKind(report)) log().warn({ ...report }, 'a page would have broken its policy');
  }
}

function reportsIn(sent: unknown): PolicyReport[] {
  const single = Single.safeParse(sent);
  if (single.success) {
    const report = single.data['csp-report'];
    const directive = report['effective-directive'] || report['violated-directive'];
    return [reportOf(report['document-uri'], directive, report['blocked-uri'])];
  }
  const several = Several.safeParse(sent);
  if (!several.success) throw new AltaError('input', 'This is no report of a policy.');
  return several.data
    .filter(({ type }) => type === 'csp-violation')
    .map(({ url, body }) => reportOf(body.documentURL || url, body.effectiveDirective, body.blockedURL));
}

const reportOf = (page: string, directive: string, blocked: string): PolicyReport => ({
  area: areaOf(page),
  directive: directives.find((each) => each === directive.split(' ', 1)[0]) ?? 'other',
  blocked: blockedOf(blocked),
});

function areaOf(page: string): PolicyReport['area'] {
  const path = URL.canParse(page) ? new URL(page).pathname : '';
  if (path.startsWith('/reg/')) return 'wizard';
  return isConsolePath(path) ? 'console' : 'other';
}

function blockedOf(blocked: string): string {
  if (/^[a-z-]{1,30}$/.test(blocked)) return blocked;
  if (!URL.canParse(blocked)) return 'unknown';
  const { protocol, host } = new URL(blocked);
  return /^(https?|wss?):$/.test(protocol) ? host.slice(0, 100) : protocol.slice(0, 30);
}

function isNewKind(report: PolicyReport): boolean {
  const seen = shared('policy-reports.seen', () => new Set<string>());
  const kind = Object.values(report).join(' ');
  if (seen.has(kind) || seen.size >= loggedKinds) return false;
  seen.add(kind);
  return true;
}
