import { type CheckOutcome, checkNames } from '#lib/certificates/checks.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { Icon, type IconName } from './icon.tsx';
import type { Texts } from './texts.tsx';

const icons: Record<CheckOutcome['status'], IconName> = {
  passed: 'check',
  noted: 'note',
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
    checks.find(({ check }) => check === name)?.status ?? 'pending';
  return (
    <section className="checks">
      <h2>{t('checks.heading')}</h2>
      <ul className="plain">
        {checkNames.map((name) => {
          const status = statusOf(name);
          const key = name === 'cuit' && status === 'noted' ? 'cuitNoted' : name;
          return (
            <li key={name} className={`check-${status}`}>
              <Icon name={icons[status]} />
              <span>{t(`checks.${key}`, { environment })}</span>
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
