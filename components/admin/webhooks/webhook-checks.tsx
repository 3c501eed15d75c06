import { getTranslations } from 'next-intl/server';
import { CardTable } from '@/components/admin/card-table';
import { DecisionForm } from '@/components/admin/decision-desk';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Labelled, TextInput } from '@/components/ui/field';
import { Time } from '@/components/ui/time';
import { RecheckRow } from './webhook-deliveries';
import { Sure } from './webhook-topics';
import type { ConflictView, MissingView, UnappliedView } from './webhook-view';

/** "Compare everything now", and one lead by its number. */
export async function LeadChecks() {
  const t = await getTranslations('Webhooks');
  return (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
      <DecisionForm name="recheck">
        <input type="hidden" name="decision" value="recheck" />
        <div className="flex flex-wrap items-end gap-3">
          <Labelled id="recheck-lead" label={t('leadNumber')} className="min-w-48 flex-1">
            <TextInput id="recheck-lead" name="lead" required maxLength={200} autoComplete="off" />
          </Labelled>
          <Button type="submit">{t('recheckTyped')}</Button>
        </div>
      </DecisionForm>
      <DecisionForm name="compare">
        <input type="hidden" name="decision" value="compare" />
        <p className="pb-1.5 text-sm text-muted">{t('compareIntro')}</p>
        <Button type="submit">{t('compare')}</Button>
      </DecisionForm>
    </div>
  );
}

/** So many leads are missing from the portal's list that the desk does not believe it: an admin decides. */
export async function MissingLeads({ missing }: { missing: MissingView }) {
  const t = await getTranslations('Webhooks');
  const { sweepId, count, compared, examples } = missing;
  return (
    <>
      <Banner tone="bad" title={t('missingTitle', { count })}>
        <p>{t('missingIntro')}</p>
        <p>
          {t('comparedAt')} <Time moment={compared} showAgo />
        </p>
      </Banner>
      <div className="py-3">
        <CardTable
          caption={t('missingCaption')}
          columns={[t('column.name'), t('column.email'), t('column.lead'), t('column.submitted')]}
          rows={examples.map((lead) => ({
            key: lead.id,
            cells: [
              <bdi key="name">{lead.name}</bdi>,
              <bdi key="email" className="wrap-anywhere">
                {lead.email}
              </bdi>,
              <code key="lead" className="font-mono text-[0.8125rem] wrap-anywhere">
                {lead.id}
              </code>,
              <Time key="submitted" moment={lead.submitted} />,
            ],
          }))}
        />
        {count > examples.length && (
          <p className="pt-2 text-sm text-muted">{t('moreMissing', { count: count - examples.length })}</p>
        )}
      </div>
      <DecisionForm name="gone">
        <input type="hidden" name="decision" value="gone" />
        <input type="hidden" name="sweep" value={sweepId} />
        <Sure text={t('goneSure')} />
        <Button type="submit" look="danger">
          {t('gone')}
        </Button>
      </DecisionForm>
    </>
  );
}

/** Leads about which the portal contradicts itself: an admin finds out, and says so. */
export async function ConflictTable({ rows }: { rows: ConflictView[] }) {
  const t = await getTranslations('Webhooks');
  return (
    <CardTable
      caption={t('conflictsCaption')}
      columns={[t('column.name'), t('column.lead'), t('column.reason'), t('column.first'), t('column.done')]}
      rows={rows.map((row) => ({
        key: `${row.kind} ${row.leadId}`,
        cells: [
          <bdi key="name">{row.name}</bdi>,
          <code key="lead" className="font-mono text-[0.8125rem] wrap-anywhere">
            {row.leadId}
          </code>,
          <span key="what">
            {row.what} <span className="block text-muted">{row.advice}</span>
          </span>,
          <Time key="found" moment={row.found} showAgo />,
          <DecisionForm key="done" name={`dismiss ${row.id}`}>
            <input type="hidden" name="decision" value="dismiss" />
            <input type="hidden" name="kind" value={row.kind} />
            <input type="hidden" name="lead" value={row.posted} />
            <input type="hidden" name="row" value={row.id} />
            <Button type="submit">{t('dismiss')}</Button>
          </DecisionForm>,
        ],
      }))}
    />
  );
}

/** Leads that do not fit into the mirror, each with why and a way to try it again. */
export async function UnappliedTable({ rows }: { rows: UnappliedView[] }) {
  const t = await getTranslations('Webhooks');
  return (
    <CardTable
      caption={t('unappliedCaption')}
      columns={[
        t('column.lead'),
        t('column.reason'),
        t('column.first'),
        t('column.last'),
        t('column.recheck'),
      ]}
      rows={rows.map((row) => ({
        key: row.id,
        cells: [
          <code key="lead" className="font-mono text-[0.8125rem] wrap-anywhere">
            {row.leadId}
          </code>,
          row.reason,
          <Time key="first" moment={row.first} showAgo />,
          <span key="last">
            <Time moment={row.last} showAgo />
            <span className="block text-muted">{row.times}</span>
          </span>,
          row.canRecheck ? <RecheckRow key="recheck" row={row} /> : '',
        ],
      }))}
    />
  );
}
