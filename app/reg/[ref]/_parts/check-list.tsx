import { type CheckOutcome, checkNames } from '#lib/certificates/checks.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { Icon, type IconName } from './icon.tsx';
import type { Texts } from './texts.tsx';

/** What was noted on the way (the sandbox's certificates bear a person's CUIT) is fine as far as a supplier cares. */
const shownAs = { passed: 'passed', noted: 'passed', failed: 'failed', pending: 'pending' } as const;
const icons: Record<(typeof shownAs)[CheckOutcome['status']], IconName> = {
  passed: 'check',
  failed: 'cross',
  pending: 'wait',
};

interface CheckListProps {
  registration: Registration;
  checks: CheckOutcome[];
  t: Texts;
}

/** Every check in its order, in words as well as in colour; those after the first failure are still to come. */
export function CheckList({ registration: { environment }, checks, t }: CheckListProps) {
  const statusOf = (name: CheckOutcome['check']) =>
    shownAs[checks.find(({ check }) => check === name)?.status ?? 'pending'];
  return (
    <section className="checks">
      <h2>{t('checks.heading')}</h2>
      <ul className="plain">
        {checkNames.map((name) => {
          const status = statusOf(name);
          return (
            <li key={name} className={`check-${status}`}>
              <Icon name={icons[status]} />
              <span>{t(`checks.${name}`, { environment })}</span>
              <span className="check-status">{t('frame.icon', { status })}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The list of a certificate that passed everything that can be seen without the authority. */
export function passedChecks({ certificate, supplier }: Registration): CheckOutcome[] {
  const otherHolder = certificate !== undefined && certificate.holderCuit !== supplier.cuit;
  return checkNames.map((check) => {
    if (check === 'login') return { check, status: 'pending' };
    return { check, status: check === 'cuit' && otherHolder ? 'noted' : 'passed' };
  });
}
