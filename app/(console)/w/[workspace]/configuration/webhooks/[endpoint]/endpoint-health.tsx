import { getFormatter, getTranslations } from 'next-intl/server';
import { FactList } from '#console/_ui/fact-list.tsx';
import type { Context } from '#lib/context.ts';
import { endpointHealth, mostDeliveries } from '#lib/reports/endpoint-health.ts';

const dayMs = 86_400_000;

/** How it answered in a day and in a week. */
export async function EndpointHealth({ ctx, endpointId }: { ctx: Context; endpointId: string }) {
  const t = await getTranslations('console.configuration.webhooks.health');
  const format = await getFormatter();
  const now = new Date();
  const [day, week] = await Promise.all(
    [1, 7].map((days) => endpointHealth(ctx, endpointId, new Date(now.getTime() - days * dayMs), now)),
  );
  const told = (health: typeof day) => {
    if (!health || health.attempts === 0) return t('nothing');
    const { attempts, taken, median, p95 } = health;
    const share = format.number(taken / attempts, { style: 'percent', maximumFractionDigits: 1 });
    return median === undefined
      ? t('unanswered', { share, attempts })
      : t('answered', { share, attempts, median, p95: p95 ?? median });
  };
  return (
    <div className="sheet-text">
      <FactList
        facts={[
          [t('day'), told(day)],
          [t('week'), told(week)],
        ]}
      />
      <p className="hint">{t('basis', { count: mostDeliveries })}</p>
    </div>
  );
}
