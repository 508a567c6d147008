import type { X509Certificate } from 'node:crypto';
import { type Environment, profiles } from '../environment.ts';
import { representedCuits } from '../registry/authorizations.ts';
import { findWebService } from '../registry/services.ts';
import type { Office, Simulation } from '../simulation.ts';
import { loginFaultOf } from '../test-companies.ts';
import { issueTicket } from './access-ticket.ts';
import { LoginFault } from './faults.ts';
import { openSignedMessage } from './signed-message.ts';
import { checkTicketRequest } from './ticket-request.ts';

/**
 * The ticket, or a LoginFault. The order of the checks is what was seen of the real WSAA
 * (docs/authority.md#order-of-the-login-checks); a client may count on being told the first thing that is wrong.
 */
export function login(simulation: Simulation, environment: Environment, in0: string): string {
  const office = simulation.offices[environment];
  const profile = profiles[environment];
  const now = simulation.clock.now();
  const { content, signer } = openSignedMessage(in0);
  checkDates(signer, now);
  if (!isTrusted(signer, office)) throw new LoginFault('cms.cert.untrusted');
  const { alias, cuit } = subjectOf(signer);
  const subjectName = `SERIALNUMBER=CUIT ${cuit}, CN=${alias}`;
  const names = { certificate: subjectName, wsaa: profile.wsaaName };
  const { service } = checkTicketRequest(content, names, now);
  if (findWebService(service)?.id !== service) throw new LoginFault('wsn.notFound');
  const represented = representedCuits(simulation, environment, cuit, alias, service);
  if (represented.length === 0) throw new LoginFault('coe.notAuthorized');
  const fault = loginFaultOf(represented);
  if (fault) throw new LoginFault(fault);
  openWindow(office, `${signer.fingerprint256} ${service}`, profile.reloginWindowSeconds, now);
  return issueTicket(
    { wsaaName: profile.wsaaName, subjectName, service, representedCuits: represented },
    office.authority,
    now,
  );
}

function checkDates(signer: X509Certificate, now: Date): void {
  if (signer.validToDate < now) throw new LoginFault('cms.cert.expired');
  // No tolerance: a certificate issued by a clock ahead of ours is refused (docs/authority.md#clock).
  if (signer.validFromDate > now) throw new LoginFault('cms.cert.invalid');
}

function isTrusted(signer: X509Certificate, { authority }: Office): boolean {
  return signer.checkIssued(authority.issuingCertificate) && signer.verify(authority.issuingPublicKey);
}

function subjectOf(signer: X509Certificate): { alias: string; cuit: string } {
  const alias = /^CN=(.+)$/m.exec(signer.subject)?.[1] ?? '';
  const cuit = /^serialNumber=CUIT (\d{11})$/m.exec(signer.subject)?.[1] ?? '';
  return { alias, cuit };
}

/** While a ticket is this young, its certificate gets no other for the service (docs/authority.md#re-login-window). */
function openWindow(office: Office, key: string, windowSeconds: number, now: Date): void {
  const last = office.lastLogins.get(key);
  if (last !== undefined && Math.abs(now.getTime() - last) < windowSeconds * 1000) {
    throw new LoginFault('coe.alreadyAuthenticated');
  }
  office.lastLogins.set(key, now.getTime());
}
