import { z } from 'zod';
import { AltaError } from '#lib/errors.ts';
import { log } from '#lib/log.ts';
import { policyReports } from '#lib/metrics.ts';
import { oncePerProcess } from '#lib/process-values.ts';
import { jsonOf, readBody } from './body.ts';
import { clientAddress } from './client-address.ts';
import { pageAreaOf } from './page-metrics.ts';
import { limit } from './rate-limit.ts';

const bodyBytes = 16_384;
/** At most this many kinds of reports are logged, because anybody can send reports. */
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

/** A violation of a page's content security policy. Contains no URL: a URL of the wizard is a secret. */
interface PolicyReport {
  area: 'wizard' | 'console' | 'other';
  directive: (typeof directives)[number] | 'other';
  /** `inline`, `eval`, a scheme, or the host of the blocked resource. */
  blocked: string;
}

const text = z.string().max(8_192).catch('').default('');
const Sent = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
  }),
});

/**
 * Reads a browser's `report-uri` report (CSP level 2, which all browsers support), so that operators notice an
 * injected script or a broken page. Counts every report and logs each kind once.
 * @throws AltaError `rate-limited`, `too-large`, `input` if the body is not a report.
 */
export async function countPolicyReports(request: Request): Promise<void> {
  await limit('policy-report', clientAddress(request));
  const sent = Sent.safeParse(await jsonOf((await readBody(request, bodyBytes)).toString()));
  if (!sent.success) throw new AltaError('input', 'The body is not a report of a content security policy.');
  const report = reportOf(sent.data['csp-report']);
  const { area, directive } = report;
  policyReports().inc({ area, directive });
  if (isFirstOfKind(report)) log().warn({ ...report }, 'a page violated its content security policy');
}

function reportOf(sent: z.infer<typeof Sent>['csp-report']): PolicyReport {
  const [directive] = (sent['effective-directive'] || sent['violated-directive']).split(' ', 1);
  return {
    area: areaOf(sent['document-uri']),
    directive: directives.find((each) => each === directive) ?? 'other',
    blocked: blockedOf(sent['blocked-uri']),
  };
}

function areaOf(page: string): PolicyReport['area'] {
  const area = pageAreaOf(URL.canParse(page) ? new URL(page).pathname : '');
  return area === 'wizard' || area === 'console' ? area : 'other';
}

function blockedOf(blocked: string): string {
  if (/^[a-z-]{1,30}$/.test(blocked)) return blocked;
  if (!URL.canParse(blocked)) return 'unknown';
  const { protocol, host } = new URL(blocked);
  return /^(https?|wss?):$/.test(protocol) ? host.slice(0, 100) : protocol.slice(0, 30);
}

function isFirstOfKind(report: PolicyReport): boolean {
  const seen = oncePerProcess('policy-reports.seen', () => new Set<string>());
  const kind = Object.values(report).join(' ');
  if (seen.has(kind) || seen.size >= loggedKinds) return false;
  seen.add(kind);
  return true;
}
