import 'server-only';
import { eq } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import { shortId } from '@/lib/core/short-id';
import { orderStatuses, type StatusOverrides, statusOverridesFor } from '@/lib/core/status-words';
import type { Db } from '@/lib/db/handle';
import { organizations } from '@/lib/db/schema/people';
import { isValueHidden } from '@/lib/lead-schema/hidden-value';
import { findValueCurrency } from '@/lib/lead-schema/schema';
import { getStoredStatusOverrides } from '@/lib/lead-schema/status-settings';
import { listAgentLabels } from '@/lib/leads/agent-label';
import { toChanges } from './change';
import { addValues, type StatusSum, toFigures } from './figures';
import type { Days, Period } from './period';
import { readStatusSums, readToCorrect, readWeeks, type Scope } from './read-sums';
import { type Medians, orderTimes, readReportTimes, toMedian } from './read-times';
import type { Report, ReportRow } from './report-view';

/** More rows are not read by anybody. */
const MAX_ROWS = 200;
/** More are not told apart in a bar. */
const MAX_SERIES = 6;

type Task = { period: Period; locale: string };

/** The report on a manager's organization, agent by agent; undefined for anybody else. */
export async function getTeamReport(db: Db, { membership }: Viewer, task: Task): Promise<Report | undefined> {
  if (membership.role !== 'manager') return undefined;
  return readReport(db, { ...task, scope: { organizationId: membership.organizationId } });
}

/**
 * For an admin: the report on one organization, agent by agent, with its name; or on all, one by one. Undefined for an
 * organization that this desk does not know.
 */
export async function getAdminReport(
  db: Db,
  { organization, ...task }: Task & { organization: string },
): Promise<{ report: Report; name?: string } | undefined> {
  if (organization === '') return { report: await readReport(db, { ...task, scope: {} }) };
  const [report, [found]] = await Promise.all([
    readReport(db, { ...task, scope: { organizationId: organization } }),
    db.select({ name: organizations.name }).from(organizations).where(eq(organizations.id, organization)),
  ]);
  const isKnown = found !== undefined || report.all.now.submitted + report.all.before.submitted > 0;
  return isKnown ? { report, name: found?.name ?? shortId(organization) } : undefined;
}

async function readReport(db: Db, { scope, period, locale }: Task & { scope: Scope }): Promise<Report> {
  const [sumsOf, weeks, toCorrect, names, times, stored, currency, hidesValue] = await Promise.all([
    readStatusSums(db, { scope, period }),
    readWeeks(db, { scope, period }),
    readToCorrect(db, scope),
    readNames(db, scope),
    readReportTimes(db, { scope, period }),
    getStoredStatusOverrides(db),
    findValueCurrency(db),
    isValueHidden(db),
  ]);
  const sums = addUp(sumsOf);
  const statuses = orderStatuses(sums, stored).filter(({ count }) => count > 0);
  const series = toSeries(statuses);
  const rows = toRows({ sumsOf, names, overrides: stored, toCorrect, medians: times.medians });
  const figures = { ...toFigures(sums, stored), answers: times.answer };
  return {
    period,
    currency,
    hidesValue,
    series,
    all: {
      ...figures,
      changes: toChanges(figures),
      toCorrect: [...toCorrect.values()].reduce((sum, count) => sum + count, 0),
    },
    rows: rows.slice(0, MAX_ROWS),
    more: Math.max(0, rows.length - MAX_ROWS),
    statuses: statuses.map(({ status, count, value }) => ({ status, count, value })),
    bars: period.bars.map((days) => ({ ...days, counts: countsOf(days, { series, weeks }) })),
    times: orderTimes(times, stored),
    statusOverrides: statusOverridesFor(stored, locale),
  };
}

/** The sums of each status, of all together. */
function addUp(sumsOf: readonly StatusSum[]): StatusSum[] {
  const sums = new Map<string, StatusSum>();
  for (const { status, count, value, countBefore, valueBefore } of sumsOf) {
    const sum = sums.get(status) ?? { status, count: 0, value: 0, countBefore: 0, valueBefore: 0 };
    sums.set(status, {
      status,
      count: sum.count + count,
      value: addValues(sum.value, value),
      countBefore: sum.countBefore + countBefore,
      valueBefore: addValues(sum.valueBefore, valueBefore),
    });
  }
  return [...sums.values()];
}

/** The statuses that most leads have, in the order of the pipeline: what is told apart shows what is there. */
function toSeries(statuses: readonly { status: string; count: number }[]): string[] {
  const most = new Set(statuses.toSorted((one, other) => other.count - one.count).slice(0, MAX_SERIES));
  return statuses.filter((one) => most.has(one)).map(({ status }) => status);
}

async function readNames(db: Db, { organizationId }: Scope): Promise<Map<string, string>> {
  if (organizationId !== undefined) {
    const labels = await listAgentLabels(db, { organizationId });
    return new Map(labels.map(({ id, name }) => [id, name]));
  }
  const rows = await db.select({ id: organizations.id, name: organizations.name }).from(organizations);
  return new Map(rows.map(({ id, name }) => [id, name ?? shortId(id)]));
}

function toRows(read: {
  sumsOf: readonly (StatusSum & { id: string })[];
  names: ReadonlyMap<string, string>;
  overrides: StatusOverrides;
  toCorrect: ReadonlyMap<string, number>;
  medians: Medians;
}): ReportRow[] {
  const sumsById = new Map<string, StatusSum[]>();
  for (const sum of read.sumsOf) {
    const sums = sumsById.get(sum.id);
    if (sums) sums.push(sum);
    else sumsById.set(sum.id, [sum]);
  }
  const ids = new Set([...read.names.keys(), ...sumsById.keys(), ...read.toCorrect.keys()]);
  return [...ids]
    .map((id) => ({
      id,
      name: read.names.get(id) ?? shortId(id),
      ...toFigures(sumsById.get(id) ?? [], read.overrides),
      toCorrect: read.toCorrect.get(id) ?? 0,
      answers: read.medians.get(id) ?? toMedian(),
    }))
    .sort(
      (one, other) =>
        other.now.submitted - one.now.submitted ||
        other.before.submitted - one.before.submitted ||
        (one.name < other.name ? -1 : 1),
    );
}

function countsOf(
  { from, to }: Days,
  { series, weeks }: { series: readonly string[]; weeks: Awaited<ReturnType<typeof readWeeks>> },
): number[] {
  const counts = [...series.map(() => 0), 0];
  for (const { week, status, count } of weeks) {
    if (week < from || week > to) continue;
    const index = series.indexOf(status);
    const place = index === -1 ? series.length : index;
    counts[place] = (counts[place] ?? 0) + count;
  }
  return counts;
}
